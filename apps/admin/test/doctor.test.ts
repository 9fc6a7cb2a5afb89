import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmod, copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { systemIds } from '@strongroom/adapter-local';
import type { FolderPath, GroupDescription, GroupName, Label, RoomId, RoomName } from '@strongroom/domain';
import { aFolder, aService, aStoppedService, type Service, strongroomAdmin, there, traceOf } from './setting.ts';

type Check = Readonly<{ check: string; status: 'ok' | 'warn' | 'fail'; text: string; todo?: string }>;
type Report = Readonly<{ ok: boolean; data_dir: string; checks: readonly Check[] }>;

/** Runs the doctor, which must not change anything, and returns its findings except for the disk of this machine. */
async function examined(data: string, env: Readonly<Record<string, string>> = {}) {
  const before = await traceOf(data);
  const result = await strongroomAdmin(['doctor', '--data-dir', data, '--json'], { env });
  expect(await traceOf(data)).toEqual(before);
  expect(result.err).toBe('');
  const report = JSON.parse(result.out) as Report;
  expect(report.data_dir).toBe(data);
  expect(result.code).toBe(report.ok ? 0 : 1);
  const checks = report.checks.filter(({ check }) => check !== 'disk');
  return { ...result, isWell: report.ok, unwell: checks.filter(({ status }) => status !== 'ok'), checks };
}

const only = (checks: readonly Check[]): Check => {
  expect(checks).toHaveLength(1);
  return there(checks[0]);
};

test('the doctor finds no fault in the folder of a stopped service, and does not change it', async () => {
  const { isWell, unwell, checks } = await examined(await aStoppedService());
  expect(unwell).toEqual([]);
  expect(isWell).toBe(true);
  expect(checks.map(({ check }) => check)).toEqual([
    'node',
    'data folder',
    'database',
    'integrity',
    'schema',
    'log',
    'audit key',
    'audit log',
    'audit tree',
    'audit index',
    'audit place',
    'blobs',
    'keys',
    'key modes',
    'room keys',
    'secret',
    'owner token',
    'mail',
  ]);
});

describe('an outer layer around keys of the keyring', () => {
  const layered = async (pem: string | undefined) => {
    const [data, folder] = [await aStoppedService(), await aFolder()];
    const file = join(folder, 'outer.pem');
    if (pem !== undefined) await writeFile(file, pem);
    const { checks } = await examined(data, { STRONGROOM_KEYS_OUTER: file });
    return { file, found: only(checks.filter(({ check }) => check === 'outer layer')) };
  };
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

  test('passes with a public key', async () => {
    const { file, found } = await layered(publicKey);
    expect(found).toEqual({ check: 'outer layer', status: 'ok', text: file });
  });

  test.each([
    ['the private key', privateKey, 'holds a private key'],
    ['no key', 'nothing', 'does not hold a public RSA key'],
    ['no file', undefined, 'cannot be read (ENOENT)'],
  ])('fails with %s', async (_, pem, fault) => {
    const { file, found } = await layered(pem);
    expect([found.status, found.text]).toEqual(['fail', expect.stringContaining(`${file} ${fault}`)]);
  });

  test('is not expected where the operator left it out', async () => {
    const { checks } = await examined(await aStoppedService(), { STRONGROOM_KEYS_OUTER: 'none' });
    expect(checks.filter(({ check }) => check === 'outer layer')).toEqual([]);
  });
});

test('a folder in use is healthy, and its log is read too', async () => {
  const service = await aService();
  const { unwell, checks } = await examined(service.data);
  await service.close();
  expect(unwell).toEqual([]);
  expect(checks.find(({ check }) => check === 'log')?.text).toMatch(/^\d+(\.\d)? KiB, in use/);
});

test('the doctor reads the write-ahead log and its index that a killed service left, and leaves both as they are', async () => {
  const service = await aService();
  const killed = await aFolder();
  for (const name of await readdir(service.data))
    if (name.startsWith('strongroom.db')) await copyFile(join(service.data, name), join(killed, name));
  await service.close();
  const { checks } = await examined(killed);
  expect(checks.find(({ check }) => check === 'integrity')?.status).toBe('ok');
});

test('the doctor reports a copy with its log and without the index as not examined', async () => {
  const service = await aService();
  const copy = await aFolder();
  for (const name of ['strongroom.db', 'strongroom.db-wal']) await copyFile(join(service.data, name), join(copy, name));
  await service.close();
  const log = (await examined(copy)).checks.find(({ check }) => check === 'log');
  expect(log).toMatchObject({ status: 'warn', text: expect.stringContaining('nothing of it was looked at') });
});

test('the doctor prints one line per check, without colours when not on a terminal', async () => {
  const data = await aStoppedService();
  const { code, out, err } = await strongroomAdmin(['doctor', '--data-dir', data]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = out.trimEnd().split('\n');
  expect(lines).toHaveLength(19);
  for (const line of lines) expect(line).toMatch(/^(ok {2}|warn|fail) {2}\w[\w ]* {2}\S/);
  expect(out).not.toContain('\u001b');
});

test('the doctor prints no secret', async () => {
  const data = await aStoppedService();
  const secrets = [
    (await readFile(join(data, 'keys', 'service.secret'), 'utf8')).trim(),
    (await readFile(join(data, 'owner.token'), 'utf8')).trim(),
  ];
  const bad = 'not-a-secret-and-never-printed';
  await writeFile(join(data, 'keys', 'service.secret'), secrets[0] as string);
  const result = [(await examined(data)).out, (await strongroomAdmin(['doctor', '--data-dir', data])).out];
  await writeFile(join(data, 'keys', 'service.secret'), bad);
  result.push((await examined(data)).out);
  for (const secret of [...secrets, bad]) expect(result.join('')).not.toContain(secret);
});

test('a missing folder fails, and is not made', async () => {
  const data = join(await aFolder(), 'nowhere');
  const { code, out } = await strongroomAdmin(['doctor', '--data-dir', data]);
  expect(code).toBe(1);
  expect(out).toContain(`fail  data folder  ${data} is not there: name another with --data-dir`);
  await expect(readdir(data)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a file in place of a folder fails', async () => {
  const data = await aFolder();
  const file = join(data, 'file');
  await writeFile(file, '');
  expect((await strongroomAdmin(['doctor', '--data-dir', file])).out).toContain('is not a folder');
  await writeFile(join(data, 'blobs'), '');
  await writeFile(join(data, 'mail'), '');
  const { unwell } = await examined(data);
  expect(unwell.filter(({ status }) => status === 'fail').map(({ check }) => check)).toEqual(['blobs', 'mail']);
});

test('an empty folder passes for a first start, and stays empty', async () => {
  const data = await aFolder();
  const { isWell, unwell } = await examined(data);
  expect(isWell).toBe(true);
  expect(only(unwell)).toMatchObject({ check: 'database', status: 'warn' });
  expect(await readdir(data)).toEqual([]);
});

test('the doctor reports a database with a destroyed page in the middle as a failure', async () => {
  const data = await aStoppedService();
  const file = join(data, 'strongroom.db');
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xa5, 4096 * 2, 4096 * 2 + 2048));
  const { isWell, unwell } = await examined(data);
  expect(isWell).toBe(false);
  expect(only(unwell)).toMatchObject({ check: 'integrity', status: 'fail', todo: expect.stringContaining('backup') });
});

test.each([
  ['whose first page is destroyed', (bytes: Buffer) => bytes.fill(0xa5, 0, 4096), 'is damaged, or no SQLite database'],
  ['that was cut off', (bytes: Buffer) => bytes.subarray(0, 5000), ''],
  ['that is empty', () => Buffer.alloc(0), 'it is empty'],
  ['that is a text', () => Buffer.from('hello, I am not a database at all'), 'no SQLite database'],
])('the doctor reports a database %s as a failure', async (_title, damage, said) => {
  const data = await aStoppedService();
  const file = join(data, 'strongroom.db');
  await writeFile(file, damage(await readFile(file)));
  const { isWell, unwell } = await examined(data);
  expect(isWell).toBe(false);
  expect(only(unwell).text).toContain(said);
});

/** Offsets in the header of an SQLite file: https://sqlite.org/fileformat2.html#the_database_header */
const USER_VERSION = 60;
const APPLICATION_ID = 68;

test.each([
  ['of a newer program', USER_VERSION, 99, { check: 'schema', text: 'number 99, and this program knows up to 2' }],
  ['of no program', USER_VERSION, 0, { check: 'schema', text: 'number 0, which never was' }],
  ['of another program', APPLICATION_ID, 7, { check: 'database', text: expect.stringContaining('another program') }],
])('a database %s fails', async (_title, offset, number, expected) => {
  const data = await aStoppedService();
  const file = join(data, 'strongroom.db');
  const bytes = await readFile(file);
  bytes.writeUInt32BE(number, offset);
  await writeFile(file, bytes);
  expect(only((await examined(data)).unwell)).toMatchObject({ ...expected, status: 'fail' });
});

test('a log without its database fails', async () => {
  const data = await aStoppedService();
  await rm(join(data, 'strongroom.db'));
  await writeFile(join(data, 'strongroom.db-wal'), 'commits');
  const { unwell } = await examined(data);
  expect(only(unwell)).toMatchObject({ check: 'log', status: 'fail', todo: expect.stringContaining('bring back') });
});

test('the doctor warns of modes that let others read, with the commands that mend them', async () => {
  const data = await aStoppedService();
  await chmod(join(data, 'keys'), 0o755);
  await chmod(join(data, 'keys', 'service.secret'), 0o644);
  await chmod(join(data, 'owner.token'), 0o640);
  const { isWell, unwell } = await examined(data);
  expect(isWell).toBe(true);
  expect(unwell.map(({ check, status }) => `${check} ${status}`)).toEqual(['key modes warn', 'owner token warn']);
  expect(unwell[0]?.text).toMatch(/keys has mode 0755, 1 of \d files are open to other users$/);
  expect(unwell[1]?.text).toMatch(/owner\.token has mode 0640$/);
  for (const { todo } of unwell) expect(spawnSync('sh', ['-c', String(todo)], { encoding: 'utf8' }).stderr).toBe('');
  expect((await examined(data)).unwell).toEqual([]);
});

test('a missing keyring fails where a service has run', async () => {
  const data = await aStoppedService();
  await rm(join(data, 'keys'), { recursive: true });
  const { isWell, unwell } = await examined(data);
  expect(isWell).toBe(false);
  expect(unwell.map(({ check, status }) => `${check} ${status}`)).toEqual([
    'audit key fail',
    'keys fail',
    'secret warn',
  ]);
});

test('a room without its key fails and is named', async () => {
  const service = await aService();
  const request = { id: systemIds.uuid(), ip: '::1' } as never;
  const owner = await service.app.sessions.identify(service.ownerToken, undefined, request);
  const [lost, , gone] = [await aRoom(service, owner), await aRoom(service, owner), await aRoom(service, owner)];
  await service.app.rooms.delete(owner, { roomId: gone.id as RoomId });
  await service.app.worker.runDue();
  await service.close();
  const check = async () => (await examined(service.data)).checks.find((found) => found.check === 'room keys');
  expect(await check()).toMatchObject({ status: 'ok', text: '2 of 2 rooms have theirs' });
  await rm(join(service.data, 'keys', `${lost.kmsKeyId.replace('local:', '')}.kek`));
  expect(await check()).toMatchObject({
    status: 'fail',
    text: `1 of 2 rooms have no key, so their files cannot be decrypted: ${lost.id}`,
  });
});

test('the doctor names rooms whose folders separate groups while all members see each other', async () => {
  const service = await aService();
  const { rooms, groups, folders, sessions } = service.app;
  const request = { id: systemIds.uuid(), ip: '::1' } as never;
  const owner = await sessions.identify(service.ownerToken, undefined, request);
  const dealWith = async (count: number): Promise<RoomId> => {
    const { room } = await rooms.create(owner, {
      name: 'Falcon' as RoomName,
      classification: 'C2' as Label,
      structure: 'owners',
    });
    for (const name of ['Bidder A', 'Bidder B'].slice(0, count)) {
      const { group } = await groups.create(owner, {
        roomId: room.id,
        name: name as GroupName,
        description: '' as GroupDescription,
      });
      await folders.create(owner, {
        roomId: room.id,
        path: name as FolderPath,
        access: [{ groupId: group.id, role: 'viewer' }],
      });
    }
    return room.id;
  };
  await dealWith(1);
  await rooms.edit(owner, { roomId: await dealWith(2), memberVisibility: 'groups' });
  const named = await dealWith(2);
  await service.close();
  const { isWell, unwell } = await examined(service.data);
  expect([isWell, only(unwell)]).toEqual([
    true,
    {
      check: 'members',
      status: 'warn',
      text: `in 1 room folders are restricted to several groups, and all members read each other's names: ${named}`,
      todo: expect.stringContaining('settings'),
    },
  ]);
});

const aRoom = async ({ app, documents }: Service, owner: Parameters<Service['app']['rooms']['create']>[0]) => {
  const { room } = await app.rooms.create(owner, { name: 'Falcon' as RoomName, classification: 'C2' as Label });
  const [document] = await documents.read([{ collection: 'rooms', id: room.id }]);
  return document?.body as Readonly<{ id: string; kmsKeyId: string }>;
};

test('a damaged key fails and is named', async () => {
  const data = await aStoppedService();
  const [kek = ''] = (await readdir(join(data, 'keys'))).filter((name) => name.endsWith('.kek'));
  await writeFile(join(data, 'keys', kek), 'short');
  const check = only((await examined(data)).unwell);
  expect(check).toMatchObject({ check: 'keys', status: 'fail', text: expect.stringContaining(kek) });
});

test('the doctor warns of a missing secret, and fails on a malformed one, unless STRONGROOM_SECRET is set', async () => {
  const data = await aStoppedService();
  const file = join(data, 'keys', 'service.secret');
  const used = (await readFile(file, 'utf8')).trim();
  await writeFile(file, 'short');
  expect((await examined(data)).unwell).toContainEqual(
    expect.objectContaining({ check: 'secret', status: 'fail', text: `${file} holds no secret` }),
  );
  await rm(file);
  expect(only((await examined(data)).unwell)).toMatchObject({ check: 'secret', status: 'warn' });
  expect((await examined(data, { STRONGROOM_SECRET: used })).unwell).toEqual([]);
  const { unwell, out } = await examined(data, { STRONGROOM_SECRET: 'a-secret-of-the-environment-in-full' });
  expect(only(unwell)).toMatchObject({ check: 'secret', status: 'fail', text: expect.stringContaining('not the one') });
  expect(out).not.toContain('a-secret-of-the-environment-in-full');
});

test('the doctor reads a secret from the file that its variable with _FILE names, as the service does', async () => {
  const data = await aStoppedService();
  const own = join(data, 'keys', 'service.secret');
  const file = join(data, 'mounted-secret');
  await rename(own, file);
  expect((await examined(data, { STRONGROOM_SECRET_FILE: file })).unwell).toEqual([]);
  expect(only((await examined(data, { STRONGROOM_SECRET_FILE: own })).unwell)).toMatchObject({
    check: 'settings',
    status: 'fail',
    text: 'STRONGROOM_SECRET_FILE names a file that is not there',
  });
});

test('the doctor fails on settings that the service would refuse, prints no secret, and stops', async () => {
  const env = { STRONGROOM_SECRET: 'hunter2', STRONGROOM_S3_WAY: 'across' };
  const { checks, out } = await examined(await aStoppedService(), env);
  expect(checks.map(({ check, status, text }) => [check, status, text])).toEqual([
    ['settings', 'fail', 'STRONGROOM_SECRET must have at least 32 characters, such as `openssl rand -base64 32` gives'],
    ['settings', 'fail', 'STRONGROOM_S3_WAY must be one of through-service, direct, not "across"'],
  ]);
  expect(out).not.toContain('hunter2');
});

test('the doctor warns of missing blobs, and not of a missing owner token', async () => {
  const data = await aStoppedService();
  await rm(join(data, 'blobs'), { recursive: true });
  await rm(join(data, 'owner.token'));
  expect(only((await examined(data)).unwell)).toMatchObject({ check: 'blobs', status: 'warn' });
});
