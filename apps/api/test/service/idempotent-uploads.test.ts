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

test('a repeated upload request answers by the present state of its file', async () => {
  const room = await aRoom(ada.caller);
  const announce = () =>
    ada.caller.post(
      `/rooms/${room}/files/upload-url`,
      { name: 'a', size: 5, content_type: 'text/plain' },
      { 'Idempotency-Key': 'one upload' },
    );
  const first = await announce();
  const again = await announce();
  const { file_id, wrapped_dek } = first.body.data;
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(again.body.data).toMatchObject({ file_id, wrapped_dek });
  expect((await fetch(again.body.data.upload_url, { method: 'PUT', body: 'hello' })).status).toBe(200);
  expect((await ada.caller.post(`/rooms/${room}/files/${file_id}/confirm`, { iv: IV, tag: TAG })).status).toBe(200);
  expect((await announce()).body.error?.code).toBe('FILE_ALREADY_CONFIRMED');
  expect((await ada.caller.delete(`/files/${file_id}`)).status).toBe(200);
  expect((await announce()).body.error?.code).toBe('FILE_NOT_FOUND');
});

test('a repeated upload request answers FILE_NOT_FOUND once its pending file was deleted', async () => {
  const room = await aRoom(ada.caller);
  const upload = { name: 'a', size: 5, content_type: 'text/plain' };
  const announce = () =>
    ada.caller.post(`/rooms/${room}/files/upload-url`, upload, { 'Idempotency-Key': 'deleted while pending' });
  const { file_id, upload_url } = (await announce()).body.data;
  await fetch(upload_url, { method: 'PUT', body: 'hello' });
  expect((await ada.caller.delete(`/files/${file_id}`)).status).toBe(200);
  expect((await announce()).body.error).toMatchObject({ status: 404, code: 'FILE_NOT_FOUND' });
});
