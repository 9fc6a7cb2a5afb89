import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { s3Keeper } from '@strongroom/adapter-s3';
import {
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  parsePrivateKey,
  SIGNATURE_TYPES,
  signerOf,
} from '@strongroom/audit-proof';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { aRoom } from '../support/people-of-process.ts';
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

test('a start without the key of the log, or with another one, is refused with a sentence', async () => {
  const first = await place.start();
  await aRoom(first.as(await place.ownerToken()));
  await stopped(first);
  const file = keyFile(place.data, 'audit.key');
  const key = await readFile(file, 'utf8');
  const refusedBecause = async (reason: string): Promise<void> => {
    const { code, err } = await place.refusal();
    expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
    expect(err).toMatch(/^strongroom: the service does not start\.\n- STRONGROOM_AUDIT_KEY, or audit\.key in .*\n$/);
  };
  await rm(file);
  await refusedBecause('is missing: bring it back');
  await command(['audit', 'key', '--make', 'rooms.example', '--out', file]);
  await refusedBecause('is not that of the audit log');
  await writeFile(file, 'garbage');
  await refusedBecause('cannot be read');
  await writeFile(file, key);
  const again = await place.start();
  expect((await readiness(again))[1].status).toBe('ready');
  await aRoom(again.as(await place.ownerToken()));
}, 90_000);

test('a key that is lost under a running process stops its writes, and they go on once it is back', async () => {
  const service = await place.start();
  const owner = service.as(await place.ownerToken());
  await aRoom(owner);
  const file = keyFile(place.data, 'audit.key');
  const key = await readFile(file, 'utf8');
  await rm(file);
  await owner.get('/audit/export');
  expect(await readiness(service)).toMatchObject([200, { status: 'read_only', audit_log: 'key_missing' }]);
  const refused = await owner.post('/rooms', { name: 'A room', classification: 'C1' });
  expect([refused.status, refused.body.error.message]).toEqual([503, expect.stringContaining('bring it back')]);
  await writeFile(file, key);
  await eventually('a write', async () =>
    (await owner.post('/rooms', { name: 'A room', classification: 'C1' })).status === 201 ? true : undefined,
  );
}, 90_000);

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
    const { note } = await eventually('a kept checkpoint', async () => keeper.latest?.(origin));
    expect(note.split('\n')[0]).toBe(origin);
    await stopped(service);
    // A forged one is an alarm.
    await keeper.keep({ origin, size: 4000, note: note.replace(/\n\d+\n/u, '\n4000\n') });
    const again = await place.start(env);
    const report = await readiness(again);
    expect(report).toMatchObject([200, { status: 'ready' }]);
    expect(Object.values(report[1].keepers ?? {})).toEqual(['it has a checkpoint that no key of this log signed']);
    await aRoom(again.as(await place.ownerToken()));
    await stopped(again);
    const signer = await parsePrivateKey(await readFile(keyFile(place.data, 'audit.key'), 'utf8'));
    const text = formatCheckpoint({ origin, size: 5000, root: new Uint8Array(32), extensions: [] });
    await keeper.keep({ origin, size: 5000, note: formatNote({ text, signatures: [await signer.sign(text)] }) });
    const third = await place.start(env);
    expect(await readiness(third)).toMatchObject([200, { status: 'read_only', audit_log: 'log_is_shorter' }]);
    const doctor = await strongroom(['doctor', '--data-dir', place.data], { env, cwd: place.folder });
    expect(doctor).toMatchObject({
      code: 1,
      out: expect.stringContaining(`the checkpoint at s3://${bucket}/kept/ covers`),
    });
  } finally {
    await server.stop();
  }
}, 600_000);
