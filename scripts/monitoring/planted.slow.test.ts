import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { build } from '../../apps/api/test/support/built.ts';
import { KeyProcess } from '../../apps/api/test/support/key-process.ts';
import { aFile, aRoom, given, times } from '../../apps/api/test/support/people-of-process.ts';
import { onPostgresql } from '../../apps/api/test/support/postgresql-settings.ts';
import { s3Settings } from '../../apps/api/test/support/s3-settings.ts';
import { eventually, Place, type ServiceProcess } from '../../apps/api/test/support/service-process.ts';
import { withClock } from '../../apps/api/test/support/wrong-clock.ts';
import { formatVerifierKey, SIGNATURE_TYPES, signerOf } from '../../packages/audit-proof/src/index.ts';
import { bearerSecret } from '../../packages/domain/src/index.ts';
import { freePorts } from '../../packages/test-servers/src/free-port.ts';
import { PostgresqlServers } from '../../packages/test-servers/src/postgresql-servers.ts';
import { newBucket } from '../../packages/test-servers/src/s3-bucket.ts';
import { startVersitygw } from '../../packages/test-servers/src/versitygw.ts';
import { firing, goingOn } from './firing.ts';

/** Trouble that needs a process, a server or some minutes of its own, and the alert that it raises. */
jest.setTimeout(300_000);

/** Milliseconds until a job that runs once a minute has run. */
const TIMEOUT_MS = 150_000;
const UNSHARE = [['--mount'], ['--mount', '--map-root-user']].find(
  (options) => spawnSync('unshare', [...options, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
);

let place: Place;
let ports: readonly number[];
const ends: (() => unknown)[] = [];
beforeAll(build, 600_000);
beforeEach(async () => {
  [place, ports] = await Promise.all([Place.make(), freePorts(3)]);
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  await place.end();
});

const metrics = () => ({ STRONGROOM_METRICS_PORT: String(ports[0]) });

/** A scrape that has this line. */
const scrapeWith = (line: RegExp): Promise<string> =>
  eventually(
    String(line),
    async () => {
      const answer = await fetch(`http://127.0.0.1:${ports[0]}/metrics`);
      const text = await answer.text();
      return line.test(text) ? text : undefined;
    },
    TIMEOUT_MS,
  );

const ownerOf = async (service: ServiceProcess) => service.as(await place.ownerToken());

test('an alert fires when a witness is down', async () => {
  const { key } = await signerOf('witness.example', new Uint8Array(32).fill(9), SIGNATURE_TYPES.cosignature);
  const witness = `${formatVerifierKey(key)}@http://127.0.0.1:${ports[1]}`;
  const service = await place.start({ ...metrics(), STRONGROOM_AUDIT_WITNESS: witness });
  await aRoom(await ownerOf(service));
  const text = await scrapeWith(/^strongroom_witnesses_failing 1$/m);
  expect(await firing(goingOn(text, 'strongroom'))).toEqual(['StrongroomWitnessFails']);
});

test('an alert fires when the disk of the data folder is small', async () => {
  if (UNSHARE === undefined) throw new Error('a small disk needs a mount: run this as root or with user namespaces');
  await mkdir(place.data);
  const mount = 'mount -t tmpfs -o size=64m,mode=700 tmpfs "$STRONGROOM_DATA_DIR" && exec "$@"';
  const token = { STRONGROOM_OWNER_TOKEN: bearerSecret('apiToken', new Uint8Array(32).fill(5)) };
  await place.start({ ...metrics(), ...token }, { command: ['unshare', ...UNSHARE, 'sh', '-c', mount, 'sh'] });
  const text = await scrapeWith(/^strongroom_disk_free_bytes /m);
  expect(await firing(goingOn(text, 'strongroom'))).toEqual(['StrongroomDiskFull']);
});

test('an alert fires when the clock of a machine is five seconds ahead of that of the database', async () => {
  const servers = await PostgresqlServers.start();
  ends.push(() => servers.stop());
  await place.start({ ...onPostgresql(await servers.aDatabase()), ...metrics(), ...withClock('+5s') });
  const text = await scrapeWith(/^strongroom_clock_offset_seconds [45]/m);
  expect(await firing(goingOn(text, 'strongroom'))).toEqual(['StrongroomClockDiffers']);
});

test('an alert fires when the place of the last checkpoint is gone', async () => {
  const folder = join(place.folder, 'kept');
  await mkdir(folder);
  const service = await place.start({ ...metrics(), STRONGROOM_AUDIT_CHECKPOINT: join(folder, 'checkpoint') });
  await rm(folder, { recursive: true });
  await writeFile(folder, 'no folder');
  await aRoom(await ownerOf(service));
  await eventually('the failure', async () => service.out.includes('audit.checkpoint_failed'), TIMEOUT_MS);
  const text = await scrapeWith(/^strongroom_checkpoint_age_seconds [1-9]/m);
  const alerts = await firing(goingOn(text, 'strongroom', ['strongroom_checkpoint_age_seconds']));
  expect(alerts).toContain('StrongroomCheckpointOld');
});

test('an alert fires when a room is deleted while its objects cannot be', async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  const s3 = await startVersitygw(process.env);
  ends.push(() => s3.stop());
  const service = await place.start({ ...metrics(), ...s3Settings(s3, await newBucket(s3)) });
  const owner = await ownerOf(service);
  const room = await aRoom(owner);
  await aFile(owner, room);
  await s3.kill();
  await given(owner.delete(`/rooms/${room.id}`));
  const text = await scrapeWith(/^strongroom_rooms_to_destroy 1$/m);
  const alerts = await firing(goingOn(text, 'strongroom', ['strongroom_jobs_oldest_seconds{kind="rest"}']));
  expect(alerts).toEqual(
    expect.arrayContaining(['StrongroomDependencyDown', 'StrongroomJobsWait', 'StrongroomRoomNotDestroyed']),
  );
});

test('an alert fires when the key service loses its room service', async () => {
  const [, port = 0, keysPort = 0] = ports;
  const service = await place.start({
    PORT: String(port),
    STRONGROOM_KEY_SERVICE_URL: `http://127.0.0.1:${keysPort}`,
  });
  const keys = await KeyProcess.start(keysPort, {
    STRONGROOM_DATA_DIR: place.data,
    STRONGROOM_KEY_SERVICE_ROOM_SERVICE: `http://127.0.0.1:${port}`,
    STRONGROOM_KEY_SERVICE_METRICS_PORT: String(ports[0]),
  });
  ends.push(() => keys.end());
  await service.kill();
  const text = await scrapeWith(/^strongroom_room_keys_age_seconds [1-9]/m);
  const alerts = await firing(goingOn(text, 'strongroom-keys', ['strongroom_room_keys_age_seconds']));
  expect(alerts).toContain('StrongroomRoomKeysOld');
});

test('an alert fires when a process is killed', async () => {
  const service = await place.start(metrics());
  const up = (): Promise<number> =>
    fetch(`http://127.0.0.1:${ports[0]}/metrics`).then(
      async (answer) => ((await answer.text()) !== '' && answer.ok ? 1 : 0),
      () => 0,
    );
  const alerts = async () => firing(goingOn(`up ${await up()}`, 'strongroom'));
  expect(await alerts()).toEqual([]);
  await service.kill();
  expect(await alerts()).toEqual(['StrongroomDown']);
});

test('a program announces uploads and confirms none', async () => {
  const service = await place.start({
    ...metrics(),
    STRONGROOM_RATE_LIMIT: '1000000',
    STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
    STRONGROOM_PENDING_FILES: '10000',
  });
  const owner = await ownerOf(service);
  const room = await aRoom(owner);
  for (let bulk = 0; bulk <= 90; bulk++) {
    const items = times(100, (index) => ({ name: `${bulk}-${index}.pdf`, size: 1, content_type: 'application/pdf' }));
    await given(owner.post(`/rooms/${room.id}/files/upload-urls`, { items }));
  }
  const text = await scrapeWith(/^strongroom_pending_uploads 9100$/m);
  expect(await firing(goingOn(text, 'strongroom'))).toEqual(['StrongroomPendingUploads']);
});
