import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { s3Keeper } from '@strongroom/adapter-s3';
import { formatVerifierKey, SIGNATURE_TYPES, signerOf } from '@strongroom/audit-proof';
import { newBucket } from '../../../../scripts/s3-bucket.ts';
import { startVersitygw } from '../../../../scripts/versitygw.ts';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { aRoom, given } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const command = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  strongroom(args, { env, cwd: place.folder });

const path = (name: string): string => join(place.folder, name);
const keyFile = (data: string, name: string): string => join(data, 'keys', name);

type Names = Readonly<Record<string, string>>;
type Ready = Readonly<{ status: string; audit_log?: string; witnesses?: Names; keepers?: Names }>;

async function readiness({ url }: ServiceProcess): Promise<readonly [number, Ready]> {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, (await answer.json()) as Ready];
}

async function stopped(service: ServiceProcess): Promise<void> {
  service.signal('SIGTERM');
  await service.ended();
}

const OTHER_RATE = { STRONGROOM_RATE_LIMIT: '1000000' };

describe('writes are refused and reads are served', () => {
  const expectReadOnly = async (service: ServiceProcess, code: string): Promise<void> => {
    const owner = service.as(await place.ownerToken());
    expect(await readiness(service)).toMatchObject([200, { status: 'read_only', audit_log: code }]);
    expect((await owner.get('/rooms')).status).toBe(200);
    const refused = await owner.post('/rooms', { name: 'A room', classification: 'C1' });
    expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    const isLogged = async () =>
      service.lines().some(({ message, code: why }) => message === 'audit.writes_refused' && why === code) || undefined;
    await eventually('the line of the log', isLogged);
  };

  test('after an older database was restored, until an operator begins a new log', async () => {
    const first = await place.start();
    const owner = first.as(await place.ownerToken());
    await aRoom(owner);
    expect(await command(['backup', '--data-dir', place.data, '--to', 'backup'])).toMatchObject({ code: 0 });
    await aRoom(owner);
    // The export signs what there is.
    expect((await owner.get('/audit/export')).status).toBe(200);
    await stopped(first);
    await rename(place.data, path('lost'));
    const restored = ['restore', '--from', 'backup', '--data-dir', place.data, '--keys', 'lost/keys'];
    expect(await command(restored)).toMatchObject({ code: 0, err: '' });
    await writeFile(join(place.data, 'owner.token'), await readFile(path('lost/owner.token')));
    const noted = await readFile(keyFile(place.data, 'audit.checkpoint'));

    const second = await place.start();
    await expectReadOnly(second, 'log_is_shorter');
    expect(await readFile(keyFile(place.data, 'audit.checkpoint'))).toEqual(noted);
    const restart = ['audit', 'restart', '--data-dir', place.data];
    expect(await command(restart)).toMatchObject({ code: 2 });
    const restarted = await command([...restart, '--reason', 'the disk was lost']);
    expect(restarted).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/events? or more are missing/) });
    await stopped(second);

    const third = await place.start(OTHER_RATE);
    expect((await readiness(third))[1].status).toBe('ready');
    const by = third.as(await place.ownerToken());
    await given(by.post('/rooms', { name: 'A room', classification: 'C1' }));
    const [event] = (await by.get('/audit-events?type=log.restarted')).body.data;
    expect(event.data).toMatchObject({ reason: 'the disk was lost', fault: 'log_is_shorter' });
  }, 90_000);

  test('while the key is missing or another one, and accepted once it is back', async () => {
    const first = await place.start();
    await aRoom(first.as(await place.ownerToken()));
    await stopped(first);
    const file = keyFile(place.data, 'audit.key');
    const key = await readFile(file, 'utf8');
    await rm(file);
    const second = await place.start();
    await expectReadOnly(second, 'key_missing');
    await stopped(second);
    const other = await command(['audit', 'key', '--make', 'rooms.example']);
    await writeFile(file, other.out);
    const third = await place.start();
    await expectReadOnly(third, 'key_is_another');
    await stopped(third);
    await writeFile(file, key);
    const fourth = await place.start();
    expect((await readiness(fourth))[1].status).toBe('ready');
    await aRoom(fourth.as(await place.ownerToken()));
  }, 90_000);
});

test('a witness and a keeper that are down delay neither a start nor an answer, and are named', async () => {
  const { key } = await signerOf('witness.example', new Uint8Array(32).fill(9), SIGNATURE_TYPES.cosignature);
  const witness = formatVerifierKey(key);
  await writeFile(path('no-folder'), '');
  const service = await place.start({
    STRONGROOM_AUDIT_WITNESS: `${witness}@http://127.0.0.1:1`,
    STRONGROOM_AUDIT_KEEPERS: join(path('no-folder'), 'kept'),
  });
  await aRoom(service.as(await place.ownerToken()));
  const named = await eventually('the witness', async () => (await readiness(service))[1].witnesses);
  expect(named).toEqual({ 'witness.example': 'the witness does not answer' });
  const keepers = await eventually('the keeper', async () => (await readiness(service))[1].keepers);
  expect(keepers).toEqual({ [join(path('no-folder'), 'kept')]: 'ENOTDIR' });
  expect((await readiness(service))[0]).toBe(200);
}, 60_000);

test('a part of a bucket keeps the checkpoints, and one that knows more than the store stops writes', async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  const server = await startVersitygw(process.env);
  try {
    const bucket = await newBucket(server);
    const { endpoint, region, credentials } = server;
    const env = {
      STRONGROOM_AUDIT_KEEPERS: `s3://${bucket}/kept/?endpoint=${endpoint}&region=${region}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
    const service = await place.start(env);
    const owner = service.as(await place.ownerToken());
    const keeper = s3Keeper({ ...server, bucket, prefix: 'kept/', name: 'kept' });
    const origin = (await owner.get('/audit/key')).text.split('+')[0] ?? '';
    const note = await eventually('a kept checkpoint', async () => keeper.latest?.(origin));
    expect(note.split('\n')[0]).toBe(origin);
    await stopped(service);
    const longer = note.replace(/\n\d+\n/u, '\n5000\n');
    await keeper.keep({ origin, size: 5000, note: longer });
    const again = await place.start(env);
    expect(await readiness(again)).toMatchObject([200, { status: 'read_only', audit_log: 'log_is_shorter' }]);
  } finally {
    await server.stop();
  }
}, 600_000);
