import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller } from '../support/caller.ts';
import { aFile, aPerson, aRoom, IV, type Person, TAG } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  world = await startService();
  ada = await aPerson(world);
  bob = await aPerson(world);
});
afterAll(() => world.stop());

let keys = 0;
const aKey = () => ({ 'Idempotency-Key': `bulk-${keys++}` });
const deletion = async (by: Caller, room: string, file: string, key: ReturnType<typeof aKey>) =>
  by.post(`/rooms/${room}/files/bulk-delete`, { items: [{ file_id: file }] }, key);

test('deleting files again under the same key is answered as the first time', async () => {
  const room = await aRoom(ada.caller);
  const file = await aFile(ada.caller, room);
  const key = aKey();
  const first = await deletion(ada.caller, room, file, key);
  expect(first.body.data).toMatchObject([{ index: 0, status: 200, data: { id: file } }]);
  const again = await deletion(ada.caller, room, file, key);
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
});

test('a repetition succeeds when the room was archived since, but not when the role was lost', async () => {
  const room = await aRoom(ada.caller);
  await ada.caller.post(`/rooms/${room}/members`, { user_id: bob.id, role: 'contributor' });
  const file = await aFile(bob.caller, room);
  const key = aKey();
  const first = await deletion(bob.caller, room, file, key);
  await ada.caller.post(`/rooms/${room}/archive`);
  expect((await deletion(bob.caller, room, file, key)).text).toBe(first.text);
  expect((await deletion(bob.caller, room, file, aKey())).body.error.code).toBe('ROOM_ARCHIVED');
  await ada.caller.post(`/rooms/${room}/members`, { user_id: bob.id, role: 'viewer' });
  expect((await deletion(bob.caller, room, file, key)).body.error.code).toBe('INSUFFICIENT_ROOM_ROLE');
});

test('a repeated bulk request confirms again under the same key, and releases keys again', async () => {
  const room = await aRoom(ada.caller);
  const file = await aFile(ada.caller, room);
  const key = aKey();
  const confirmation = { items: [{ file_id: file, iv: IV, tag: TAG }] };
  const confirm = () => ada.caller.post(`/rooms/${room}/files/bulk-confirm`, confirmation, key);
  const first = await confirm();
  const again = await confirm();
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);

  const ask = (...files: readonly string[]) =>
    ada.caller.post('/files/bulk-download-urls', { items: files.map((file_id) => ({ file_id })) }, key);
  const released = await ask(file);
  const replayed = await ask(file);
  expect(replayed.headers.get('idempotency-replayed')).toBe('true');
  const { wrapped_dek, iv } = released.body.data[0].data;
  expect(replayed.body.data).toMatchObject([{ status: 200, data: { wrapped_dek, iv } }]);
  const { body } = await ada.caller.get(`/audit-events?room_id=${room}&type=file.downloaded`);
  expect(body.data.map(({ data }: { data: { replayed?: true } }) => data.replayed)).toEqual([true, undefined]);
  const other = await ask(file, file);
  expect([other.status, other.body.error?.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
});

test('another request under the same key is refused as a whole, and nothing of it is done', async () => {
  const room = await aRoom(ada.caller);
  const key = aKey();
  const path = `/rooms/${room}/members/bulk`;
  const nobody = '00000000-0000-4000-8000-000000000000';
  const add = (...ids: string[]) =>
    ada.caller.post(path, { items: ids.map((user_id) => ({ user_id, role: 'viewer' })) }, key);
  expect((await add(nobody, bob.id)).body.data).toMatchObject([{ status: 404 }, { status: 201 }]);
  const carol = await aPerson(world);
  const other = await add(carol.id);
  expect([other.status, other.body.error?.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  expect((await ada.caller.get(`/rooms/${room}`)).body.data.member_count).toBe(2);

  const invite = (email: string) => world.owner.post('/users/bulk-invite', { items: [{ email, role: 'member' }] }, key);
  expect((await invite('first@example.com')).status).toBe(200);
  expect((await invite('second@example.com')).status).toBe(422);
});
