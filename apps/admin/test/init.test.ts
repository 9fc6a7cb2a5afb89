import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { readRoomService } from '@strongroom/settings';
import { aFolder, strongroomAdminHere } from './setting.ts';

const PROFILES = ['embedded', 'on-premise', 'google'] as const;

/** Values that an operator fills in. */
const FILLED: Readonly<Record<string, string>> = {
  STRONGROOM_POSTGRESQL_URL: 'postgresql://rooms:secret@db.example.com/rooms?sslmode=verify-full',
  STRONGROOM_S3_ENDPOINT: 'https://s3.example.com',
  AWS_ACCESS_KEY_ID: 'rooms',
  AWS_SECRET_ACCESS_KEY: 'secret',
  STRONGROOM_PKCS11_LIBRARY: '/usr/lib/hsm.so',
  STRONGROOM_PKCS11_TOKEN: 'rooms',
  STRONGROOM_PKCS11_PIN_FILE: '/etc/strongroom/pin',
  STRONGROOM_KEYS_OUTER: '/etc/strongroom/outer.pem',
  STRONGROOM_KMS_KEY_RING: 'projects/rooms-prod/locations/europe-west3/keyRings/strongroom',
  STRONGROOM_SMTP_URL: 'smtps://rooms:secret@mail.example.com',
  STRONGROOM_MAIL_FROM: 'rooms@example.com',
};

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function aPlainFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-init-'));
  folders.push(folder);
  return folder;
}

async function made(profile: string, ...more: readonly string[]) {
  const folder = await aPlainFolder();
  const file = join(folder, 'strongroom.env');
  const names = ['--name', 'rooms.example.com', '--keys-name', 'keys.example.com', '--bucket', 'rooms-prod'];
  const result = await strongroomAdminHere(['init', '--profile', profile, ...names, '--out', file, ...more]);
  return { folder, file, ...result };
}

/** The variables of a file as a shell reads it, without empty ones. */
function variablesIn(file: string): Record<string, string> {
  const text = execFileSync('env', ['-i', 'sh', '-c', `set -a; . "${file}"; env`], { encoding: 'utf8' });
  const pairs = text.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]);
  return Object.fromEntries(pairs.filter(([name, value]) => /^(STRONGROOM|AWS)_/.test(name) && value !== ''));
}

test.each(PROFILES)(
  'the file for %s is complete once its blanks are filled in, and readable by this user only',
  async (profile) => {
    const { code, out, err, file, folder } = await made(profile);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(readdirSync(folder)).toEqual(profile === 'embedded' ? ['strongroom.env'] : ['audit.key', 'strongroom.env']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const open = [...out.matchAll(/^ {2}([A-Z\d_]+)$/gm)].map(([, name = '']) => name);
    expect(open.length).toBeGreaterThan(1);
    const variables = variablesIn(file);
    for (const name of open) expect(variables).not.toHaveProperty(name);
    const before = readRoomService(variables);
    expect('problems' in before ? before.problems.length : 0).toBeGreaterThan(0);
    const filled = { ...variables, ...Object.fromEntries(open.map((name) => [name, FILLED[name] ?? `no ${name}`])) };
    expect(readRoomService(filled)).toMatchObject({ values: { publicUrl: 'https://rooms.example.com' } });
    expect(out).toContain(`. ${file} `);
  },
);

test('every line is explained, and each file has its own secrets, which are never printed', async () => {
  const [one, other] = [await made('on-premise'), await made('on-premise')];
  const lines = readFileSync(one.file, 'utf8').split('\n');
  const bare = lines.filter((line, index) => /^[A-Z]/.test(line) && !lines[index - 1]?.startsWith('# '));
  expect(bare).toEqual([]);
  const [first, second] = [variablesIn(one.file), variablesIn(other.file)];
  for (const name of ['STRONGROOM_SECRET', 'STRONGROOM_OWNER_TOKEN', 'STRONGROOM_GRANT_KEY']) {
    expect(first[name]?.length).toBeGreaterThanOrEqual(43);
    expect(first[name]).not.toBe(second[name]);
    expect(one.out).not.toContain(first[name]);
  }
  expect(first.STRONGROOM_AUDIT_CHECKPOINT).toBe('s3://rooms-prod/audit/');
});

test('init replaces nothing, and refuses other words than a profile, a name or a bucket', async () => {
  const { file, folder } = await made('embedded');
  const before = readFileSync(file, 'utf8');
  const again = await strongroomAdminHere(['init', '--profile', 'embedded', '--name', 'x.example', '--out', file]);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('nothing is replaced') });
  expect(readFileSync(file, 'utf8')).toBe(before);
  const other = await aPlainFolder();
  await writeFile(join(other, 'audit.key'), 'mine');
  const out = join(other, 'a.env');
  expect(await strongroomAdminHere(['init', '--profile', 'google', '--name', 'x.example', '--out', out])).toMatchObject(
    {
      code: 1,
    },
  );
  expect([readdirSync(other), readFileSync(join(other, 'audit.key'), 'utf8')]).toEqual([['audit.key'], 'mine']);
  for (const args of [
    ['--profile', 'cloud', '--name', 'x.example'],
    ['--profile', 'google'],
    ['--profile', 'google', '--name', 'x.example\nPORT=1'],
    ['--profile', 'google', '--name', 'x.example', '--bucket', '$(id)'],
    ['--profile', 'google', '--name', 'x.example', '--keys-name', 'a b'],
  ])
    expect((await strongroomAdminHere(['init', ...args, '--out', join(folder, 'other.env')])).code).toBe(2);
  expect(readdirSync(folder)).toEqual(['strongroom.env']);
  const odd = await aFolder();
  const profile = ['init', '--profile', 'google', '--name', 'x.example'];
  const refused = await strongroomAdminHere([...profile, '--out', join(odd, 'a.env')]);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('name a file in another folder') });
  expect(readdirSync(odd)).toEqual([]);
});
