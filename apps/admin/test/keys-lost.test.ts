import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemIds } from '@strongroom/adapter-local';
import type { KmsKeyId, Label, LiveRoom, ReceiptId, RequestId, RoomName } from '@strongroom/domain';
import { aService, type Service, strongroomAdmin, strongroomAdminHere, traceOf } from './setting.ts';

// Some of these tests run the command as a process.
const GONE = 'The files of these rooms cannot be decrypted:';
const NEW_SECRET =
  'The service has a new secret: invitation links, page cursors and addresses that were given out have ended.\n';

let service: Service;
let keys: string;
beforeEach(async () => {
  service = await aService();
  keys = join(service.data, 'keys');
});
afterEach(() => service.close());

const args = (...more: readonly string[]) => ['keys', 'lost', '--data-dir', service.data, ...more];
const lost = (...more: readonly string[]) => strongroomAdminHere(args(...more));
/** The key of the audit log goes with the others, so a new log begins first. */
async function loseKeyring(): Promise<void> {
  await rm(keys, { recursive: true });
  const restart = ['audit', 'restart', '--reason', 'the keys are lost', '--data-dir', service.data];
  expect(await strongroomAdminHere(restart)).toMatchObject({ code: 0, err: '' });
}
const asOwner = () =>
  service.app.sessions.identify(service.ownerToken, undefined, { id: systemIds.uuid<RequestId>(), ip: '::1' });
const FALCON = { name: 'Falcon' as RoomName, classification: 'C3' as Label };
const aRoom = async (): Promise<LiveRoom> => (await service.app.rooms.create(await asOwner(), FALCON)).room;
const deleteRoom = async ({ id: roomId }: LiveRoom) => service.app.rooms.delete(await asOwner(), { roomId });
const receiptOf = async (receiptId: ReceiptId) => service.app.receipts.get(await asOwner(), { receiptId });
const fileOf = (key: KmsKeyId, ending: string) => join(keys, `${key.slice('local:'.length)}.${ending}`);
const notedSettings = async (): Promise<boolean> =>
  (await service.documents.read([{ collection: 'settings', id: 'settings' }]))[0] !== undefined;

test('keys lost names every room of a lost keyring, which can then be destroyed', async () => {
  const [room, doomed] = [await aRoom(), await aRoom()];
  const { id } = await deleteRoom(doomed);
  await loseKeyring();
  const { code, out, err } = await strongroomAdmin(args('--all'));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe(`2 keys recorded as lost. ${GONE}\n  ${room.id}\n  ${doomed.id}  is being destroyed\n${NEW_SECRET}`);
  const later = await deleteRoom(room);
  await service.app.worker.runDue();
  for (const receipt of [id, later.id])
    expect(await receiptOf(receipt)).toMatchObject({
      completedAt: expect.any(Number),
      key: { state: 'destroyed', at: expect.any(Number) },
    });
});

test('new rooms get new keys after keys lost, and a second run of it finds nothing missing', async () => {
  await aRoom();
  await loseKeyring();
  expect((await lost('--all')).code).toBe(0);
  const room = await aRoom();
  expect((await stat(fileOf(room.kmsKeyId, 'kek'))).size).toBe(32);
  const nothing = { code: 0, out: 'No key is missing that was not noted before.\n', err: '' };
  expect(await lost('--all')).toEqual(nothing);
  const before = await traceOf(keys);
  expect(await lost('--all')).toEqual(nothing);
  expect(await traceOf(keys)).toEqual(before);
});

test('keys lost creates a new secret if it was lost with the keys, and the next start accepts it', async () => {
  expect(await notedSettings()).toBe(true);
  const before = await readFile(join(keys, 'service.secret'), 'utf8');
  await loseKeyring();
  expect((await lost('--all')).out).toContain(NEW_SECRET);
  expect((await stat(keys)).mode & 0o777).toBe(0o700);
  const after = await readFile(join(keys, 'service.secret'), 'utf8');
  expect(after).toMatch(/^[\w-]{43}\n$/);
  expect(after).not.toBe(before);
  expect(await notedSettings()).toBe(false);
});

test('keys lost keeps a secret that exists or is in the settings', async () => {
  const before = await readFile(join(keys, 'service.secret'), 'utf8');
  expect((await lost('--all')).out).not.toContain(NEW_SECRET);
  expect(await readFile(join(keys, 'service.secret'), 'utf8')).toBe(before);
  await loseKeyring();
  const env = { STRONGROOM_SECRET: 'a secret that an operator has given, long enough' };
  expect((await strongroomAdminHere(args('--all'), { env })).out).not.toContain(NEW_SECRET);
  expect((await readdir(keys)).toSorted()).toEqual(['audit.key', 'audit.key.lock']);
  expect(await notedSettings()).toBe(true);
});

test('keys lost keeps the remaining keys when some are lost', async () => {
  const [kept, gone] = [await aRoom(), await aRoom()];
  await rm(fileOf(gone.kmsKeyId, 'kek'));
  const key = await readFile(fileOf(kept.kmsKeyId, 'kek'));
  expect(await lost('--all')).toEqual({ code: 0, out: `1 key recorded as lost. ${GONE}\n  ${gone.id}\n`, err: '' });
  expect(await readFile(fileOf(kept.kmsKeyId, 'kek'))).toEqual(key);
  await expect(stat(fileOf(kept.kmsKeyId, 'destroyed'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('keys lost records the key of one named room', async () => {
  const [one, other] = [await aRoom(), await aRoom()];
  for (const { kmsKeyId } of [one, other]) await rm(fileOf(kmsKeyId, 'kek'));
  expect((await lost(one.id)).out).toBe(`1 key recorded as lost. ${GONE}\n  ${one.id}\n`);
  await expect(stat(fileOf(other.kmsKeyId, 'destroyed'))).rejects.toMatchObject({ code: 'ENOENT' });
});

/** One line states the reason; nothing was created or changed. */
async function refusal(more: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const before = await traceOf(keys);
  const { code, out, err } = await strongroomAdminHere(args(...more), { env });
  expect(out).toBe('');
  expect(err).toMatch(/^strongroom-admin: [^\n]+\n/);
  expect(await traceOf(keys)).toEqual(before);
  return [code, err];
}

test('keys lost refuses a room whose key exists, and all rooms named with it', async () => {
  const [there, gone] = [await aRoom(), await aRoom()];
  await rm(fileOf(gone.kmsKeyId, 'kek'));
  const said = expect.stringContaining(`the key of the room ${there.id} is at ${keys}: it is not lost`);
  expect(await refusal([gone.id, there.id])).toEqual([1, said]);
});

test('keys lost refuses an unknown room and a destroyed one', async () => {
  const room = await aRoom();
  await deleteRoom(room);
  await service.app.worker.runDue();
  for (const id of [room.id, crypto.randomUUID()])
    expect(await refusal([id])).toEqual([1, expect.stringContaining(`no room ${id} of this store needs a key`)]);
});

test.each([
  [[], 'name the rooms, or say --all'],
  [['--all', '0b8e3c57-4f5c-4c0e-9d5a-2f1a9a6f8c11'], 'name the rooms, or say --all'],
  [['Falcon'], '"Falcon" is not a room: name its id'],
])('keys lost refuses the arguments %j', async (more, said) => {
  expect(await refusal(more)).toEqual([2, expect.stringContaining(said)]);
});

test('another key service keeps its own keys, and another store has its own rooms', async () => {
  expect(await refusal(['--all'], { STRONGROOM_KEYS: 'cloud-kms' })).toEqual([
    1,
    expect.stringContaining('STRONGROOM_KEYS is cloud-kms'),
  ]);
  expect(await refusal(['--all'], { STRONGROOM_DOCUMENTS: 'memory' })).toEqual([
    1,
    expect.stringContaining('STRONGROOM_DOCUMENTS is memory'),
  ]);
});

test('keys lost reports a folder that cannot be used in one sentence', async () => {
  await aRoom();
  await rename(keys, join(service.data, 'elsewhere'));
  const { code, err } = await strongroomAdminHere([
    'keys',
    'lost',
    '--all',
    '--data-dir',
    join(service.data, 'nowhere'),
  ]);
  expect([code, err]).toEqual([1, expect.stringMatching(/^strongroom-admin: there is no store at [^\n]+\n$/)]);
  await writeFile(keys, 'a file');
  const result = await lost('--all');
  expect([result.code, result.err]).toEqual([1, expect.stringMatching(/^strongroom-admin: [^\n]*ENOTDIR[^\n]*\n$/)]);
});
