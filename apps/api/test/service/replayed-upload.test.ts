import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPerson, aRoom, IV, type Person, TAG } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startService();
  ada = await aPerson(world);
});
afterAll(() => world.stop());

async function announce(key: string) {
  const room = await aRoom(ada.caller);
  const upload = { name: 'a', size: 5, content_type: 'text/plain' };
  const again = () => ada.caller.post(`/rooms/${room}/files/upload-url`, upload, { 'Idempotency-Key': key });
  const { file_id: id, upload_url } = (await again()).body.data;
  await fetch(upload_url, { method: 'PUT', body: 'hello' });
  return { room, id, again };
}

test('an upload that is announced again after it was confirmed is told so', async () => {
  const { room, id, again } = await announce('confirmed');
  expect((await ada.caller.post(`/rooms/${room}/files/${id}/confirm`, { iv: IV, tag: TAG })).status).toBe(200);
  expect((await again()).body.error).toMatchObject({ status: 409, code: 'FILE_ALREADY_CONFIRMED' });
});

test('an upload that is announced again after its file was deleted is told so', async () => {
  const { id, again } = await announce('deleted');
  expect((await ada.caller.delete(`/files/${id}`)).status).toBe(200);
  expect((await again()).body.error).toMatchObject({ status: 404, code: 'FILE_NOT_FOUND' });
});
