import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aFile, aPerson, aRoom, IV, type Person, TAG } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { eventually } from '../support/service-process.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startService();
  ada = await aPerson(world);
});
afterAll(() => world.stop());

let keys = 0;
const aKey = () => ({ 'Idempotency-Key': `kept-${keys++}` });

/** All stored idempotency records, as JSON. */
async function remembered(): Promise<string> {
  const records = await world.ports.documents.list('idempotency', { anyOf: ['all'] }, { limit: 10_000 });
  return JSON.stringify(records);
}

async function announced(room: string) {
  const answer = await ada.caller.post(`/rooms/${room}/files/upload-url`, {
    name: 'a',
    size: 5,
    content_type: 'text/plain',
  });
  expect(answer.status).toBe(200);
  return answer.body.data as Record<'file_id' | 'upload_url' | 'wrapped_dek', string>;
}

test('the record of a confirmation holds no wrapped key, and its replay does', async () => {
  const room = await aRoom(ada.caller);
  const { file_id, upload_url, wrapped_dek } = await announced(room);
  await fetch(upload_url, { method: 'PUT', body: 'hello' });
  const confirm = `/rooms/${room}/files/${file_id}/confirm`;
  const key = aKey();
  const first = await ada.caller.post(confirm, { iv: IV, tag: TAG }, key);
  const again = await ada.caller.post(confirm, { iv: IV, tag: TAG }, key);
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
  const other = await ada.caller.post(confirm, { iv: 'BAECAwQFBgcICQoL', tag: TAG }, key);
  expect(other.body.error.code).toBe('IDEMPOTENCY_MISMATCH');
  expect(await remembered()).not.toContain(wrapped_dek);
  await ada.caller.delete(`/files/${file_id}`);
  expect((await ada.caller.post(confirm, { iv: IV, tag: TAG }, key)).body.error.code).toBe('FILE_NOT_FOUND');
});

test('the record of a password change holds no plain hash of the request', async () => {
  const body = { new_password: 'correct horse battery' };
  const set = await ada.session.post('/me/password', body, aKey());
  expect(set.status).toBe(200);
  const seen = await remembered();
  for (const form of [body, { current_password: undefined, ...body }])
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(seen).not.toContain(hash('sha256', JSON.stringify(form), encoding));
});

test('the replay of a room counts the files that the caller sees now', async () => {
  const eva = await aPerson(world, 'member', 'C4');
  const room = await aRoom(eva.caller);
  await aFile(eva.caller, room, { classification: 'C4' });
  const archive = (key: ReturnType<typeof aKey>) => eva.caller.post(`/rooms/${room}/archive`, undefined, key);
  const key = aKey();
  const first = await archive(key);
  expect((await archive(key)).text).toBe(first.text);
  await world.owner.patch(`/users/${eva.id}/clearance`, { clearance_level: 'C1' });
  expect([first.body.data.file_count, (await archive(key)).body.data.file_count]).toEqual([1, 0]);
});

test('the record of a deleted room is erased, and a replay answers ROOM_NOT_FOUND', async () => {
  const body = { name: 'Falcon Heavy', description: 'the buyers of Falcon', classification: 'C2' };
  const [made, edited] = [aKey(), aKey()];
  const room = (await ada.caller.post('/rooms', body, made)).body.data as Record<'id', string>;
  expect((await ada.caller.post(`/rooms/${room.id}/archive`, undefined, edited)).status).toBe(200);
  expect(await remembered()).toContain('Falcon');
  expect((await ada.caller.delete(`/rooms/${room.id}`)).status).toBe(200);
  await eventually('the end of the name', async () => !(await remembered()).includes('Falcon'));
  const again = await ada.caller.post('/rooms', body, made);
  expect([again.status, again.body.error.code]).toEqual([404, 'ROOM_NOT_FOUND']);
  expect((await ada.caller.post('/rooms', { ...body, name: 'Eagle' }, made)).status).toBe(422);
  expect((await ada.caller.get('/rooms')).body.data.map(({ name }: { name: string }) => name)).not.toContain(body.name);
});

test('the record of a deleted org unit is erased', async () => {
  const key = aKey();
  const body = { name: 'Falcon desk' };
  const unit = (await world.owner.post('/org-units', body, key)).body.data as Record<'id', string>;
  expect(await remembered()).toContain('Falcon desk');
  expect((await world.owner.delete(`/org-units/${unit.id}`)).status).toBe(200);
  await eventually('the end of the name', async () => !(await remembered()).includes('Falcon desk'));
  expect((await world.owner.post('/org-units', body, key)).body.error.code).toBe('ORG_UNIT_NOT_FOUND');
});
