import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aRoom, IV, TAG } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
let room: string;

beforeAll(async () => {
  world = await startService();
  room = await aRoom(world.owner);
});
afterAll(() => world.stop());

const FILE = { name: 'no-extension', size: 5, content_type: '' };

/** Uploads and confirms an announced file. Returns its media type in the confirmation, by its id and in the list. */
async function typesOf({ file_id, upload_url }: Readonly<{ file_id: string; upload_url: string }>) {
  const { owner } = world;
  expect((await fetch(upload_url, { method: 'PUT', body: 'hello' })).status).toBe(200);
  const confirmed = await owner.post(`/rooms/${room}/files/${file_id}/confirm`, { iv: IV, tag: TAG });
  expect(confirmed.status).toBe(200);
  const { body: read } = await owner.get(`/files/${file_id}`);
  const { body: list } = await owner.get(`/rooms/${room}/files`);
  const listed = list.data.find(({ id }: Readonly<{ id: string }>) => id === file_id);
  return [confirmed.body.data.content_type, read.data.content_type, listed.content_type];
}

const UNKNOWN = 'application/octet-stream';

test('an upload with an empty content type works and shows application/octet-stream', async () => {
  const announced = await world.owner.post(`/rooms/${room}/files/upload-url`, FILE);
  expect(announced.status).toBe(200);
  expect(await typesOf(announced.body.data)).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
});

test('a bulk upload takes empty content types beside others', async () => {
  const items = [FILE, { ...FILE, content_type: 'text/plain' }];
  const { status, body } = await world.owner.post(`/rooms/${room}/files/upload-urls`, { items });
  expect(status).toBe(200);
  const [empty, plain] = body.data;
  expect(await typesOf(empty.data)).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
  expect(await typesOf(plain.data)).toEqual(['text/plain', 'text/plain', 'text/plain']);
});

test('an upload without a content type is refused', async () => {
  const { content_type: _, ...without } = FILE;
  const { status, body } = await world.owner.post(`/rooms/${room}/files/upload-url`, without);
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
});
