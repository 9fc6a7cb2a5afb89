import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { bearerSecret } from '@strongroom/domain';
import type { Caller } from '../support/caller.ts';
import { aFile, anUpload, aRoom, confirm, given, put, times } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { everything } from './load.ts';

// Each test starts processes, on machines that may be busy.
const MEGABYTE = 1024 * 1024;
const TOKEN = bearerSecret('apiToken', new Uint8Array(32).fill(5));

/**
 * A private mount disappears with its process. Root may create one, and other users if the kernel allows user
 * namespaces.
 */
const UNSHARE = [['--mount'], ['--mount', '--map-root-user']].find(
  (options) => spawnSync('unshare', [...options, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
);
const MOUNT = 'mount -t tmpfs -o size=16m,mode=700 tmpfs "$STRONGROOM_DATA_DIR" && exec "$@"';

let place: Place;
let service: ServiceProcess;
let owner: Caller;
beforeEach(async () => {
  if (UNSHARE === undefined)
    throw new Error('a full disk needs a mount of its own: run this as root or with user namespaces');
  place = await Place.make();
  await mkdir(place.data);
  const command = ['unshare', ...UNSHARE, 'sh', '-c', MOUNT, 'sh'];
  service = await place.start({ STRONGROOM_OWNER_TOKEN: TOKEN }, { command });
  owner = service.as(TOKEN);
}, 120_000);
afterEach(() => place.end());

/** The folder as the process sees it. */
const inside = (...names: readonly string[]): string =>
  join('/proc', String(service.pid), 'root', place.data, ...names);

/** Fills the disk up to the given free bytes. */
async function fill(left: number): Promise<void> {
  if (left > 0) return writeFile(inside('filler'), Buffer.alloc(12 * MEGABYTE));
  const filler = inside('filler');
  await writeFile(filler, '');
  for (const size of [MEGABYTE, 4096]) {
    const piece = Buffer.alloc(size);
    for (let written = 0; written < 32 * MEGABYTE; written += size)
      if (
        (await appendFile(filler, piece).then(
          () => true,
          () => false,
        )) === false
      )
        break;
  }
}
const makeRoom = (): Promise<void> => rm(inside('filler'));

/** The error of a refusal, which must be JSON. */
async function refusalOf(answer: Response): Promise<unknown> {
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const { error } = (await answer.json()) as { error: { status: number; code: string } };
  expect(error.status).toBe(answer.status);
  return { status: answer.status, code: error.code };
}

const readiness = async (): Promise<unknown> => (await fetch(`${service.url}/readyz`)).json();

test('an upload that does not fit is refused, leaves nothing, and succeeds once there is space', async () => {
  const room = await aRoom(owner);
  const there = await aFile(owner, room);
  const bytes = Buffer.alloc(6 * MEGABYTE, 'x');
  const upload = await anUpload(owner, room, bytes.length);
  await fill(1);
  const answer = await fetch(upload.upload_url, { method: 'PUT', body: bytes });
  expect(await refusalOf(answer)).toEqual({ status: 507, code: 'STORAGE_FULL' });
  expect(await readdir(inside('blobs', 'tmp'))).toEqual([]);
  expect(await readiness()).toMatchObject({ status: 'ready', outside: { object_store: 'STORAGE_FULL' } });
  expect(service.lines()).toContainEqual(
    expect.objectContaining({ level: 'error', alarm: 'object_store', cause: 'STORAGE_FULL' }),
  );
  expect((await confirm(owner, room, upload)).body.error.code).toBe('UPLOAD_NOT_FOUND');
  // Operations that need little space still work.
  const { download_url: url } = await given(owner.get(`/files/${there.id}/download-url`));
  expect(await (await fetch(url)).text()).toBe('ciphertext');
  await aFile(owner, room);
  await makeRoom();
  expect(await put(upload.upload_url, bytes)).toBe(200);
  expect(await readiness()).not.toHaveProperty('outside');
  const file = await given(confirm(owner, room, upload));
  const { download_url: got } = await given(owner.get(`/files/${file.id}/download-url`));
  expect(Buffer.from(await (await fetch(got)).arrayBuffer()).equals(bytes)).toBe(true);
  expect((await given(owner.get(`/rooms/${room.id}`))).file_count).toBe(3);
});

test('a full disk refuses changes as a whole, and accepts them once there is space', async () => {
  const room = await aRoom(owner);
  const waiting = await anUpload(owner, room);
  expect(await put(waiting.upload_url)).toBe(200);
  await fill(0);
  let made = 0;
  let refused = 0;
  let attempts = 0;
  // The log of the database has some free space before it needs more of the disk.
  while (refused < 20) {
    const replies = await Promise.all([
      owner.post('/rooms', { name: `full ${++attempts}`, classification: 'C2' }),
      ...times(4, () => owner.patch(`/rooms/${room.id}`, { description: 'x'.repeat(1900) + attempts })),
    ]);
    made += replies[0]?.status === 201 ? 1 : 0;
    for (const { status, headers, body } of replies.filter((reply) => reply.status >= 300)) {
      refused += 1;
      expect({ status, code: body.error.code }).toEqual({
        status: 503,
        code: expect.stringMatching(/^(READ_ONLY|KEY_SERVICE_UNAVAILABLE|STORAGE_UNAVAILABLE)$/),
      });
      expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    }
    expect(attempts).toBeLessThan(2000);
  }
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  const reads = await Promise.all(times(20, () => owner.get('/rooms')));
  expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
  const isReadOnly = { status: 'read_only', checks: { documents: 'no_writes' } };
  await eventually('the failed write', async () => JSON.stringify(await readiness()).includes('no_writes'));
  expect(await readiness()).toMatchObject(isReadOnly);
  await makeRoom();
  await eventually('its readiness', async () => JSON.stringify(await readiness()).includes('"ready"'));
  const rooms = await everything(owner, '/rooms');
  expect([rooms.total, rooms.items.length]).toEqual([1 + made, 1 + made]);
  expect((await everything(owner, '/audit-events?type=room.created')).total).toBe(1 + made);
  expect((await given(owner.get(`/rooms/${room.id}`))).file_count).toBe(0);
  expect((await confirm(owner, room, waiting)).status).toBe(200);
  await aFile(owner, await aRoom(owner));
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
});
