import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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

const announced = async (room: string, count: number): Promise<readonly string[]> => {
  const items = Array.from({ length: count }, () => ({ name: 'a', size: 1, content_type: 'text/plain' }));
  const { data } = (await ada.caller.post(`/rooms/${room}/files/upload-urls`, { items })).body;
  return Promise.all(
    data.map(async (row: { data: { file_id: string; upload_url: string } }) => {
      expect((await fetch(row.data.upload_url, { method: 'PUT', body: 'x' })).status).toBe(200);
      return row.data.file_id;
    }),
  );
};

/** Number of events of a type in a room. */
const events = async (room: string, type: string): Promise<number> =>
  (await ada.caller.get(`/audit-events?room_id=${room}&type=${type}`)).body.meta.total;

test('a bulk request confirms each of many uploads on its own', async () => {
  const room = await aRoom(ada.caller);
  const [first, gone, last] = await announced(room, 3);
  await ada.caller.delete(`/files/${gone}`);
  const item = (file_id: string | undefined, iv = IV) => ({ file_id, iv, tag: TAG });
  const path = `/rooms/${room}/files/bulk-confirm`;
  const items = [item(first), item(gone), item('x'), item(last, 'AAAA'), item(last), item(last)];
  const { body } = await ada.caller.post(path, { items });
  expect(body.data).toMatchObject([
    { index: 0, status: 200, data: { id: first, status: 'available' } },
    { status: 404, error: { code: 'FILE_NOT_FOUND' } },
    { status: 404, error: { code: 'FILE_NOT_FOUND' } },
    { status: 400, error: { code: 'INVALID_IV' } },
    { status: 200, data: { id: last } },
    { status: 200, data: { id: last } },
  ]);
  expect(await events(room, 'file.confirmed')).toBe(2);
  const elsewhere = await ada.caller.post(`/rooms/${await aRoom(ada.caller)}/files/bulk-confirm`, {
    items: [item(first)],
  });
  expect(elsewhere.body.data).toMatchObject([{ status: 404, error: { code: 'FILE_NOT_FOUND' } }]);
});

test('a bulk request releases each of many downloads of several rooms on its own', async () => {
  const [one, other, foreign] = [await aRoom(ada.caller), await aRoom(ada.caller), await aRoom(bob.caller)];
  const [pending] = await announced(one, 1);
  const files = [
    await aFile(ada.caller, one),
    await aFile(ada.caller, other),
    pending,
    await aFile(bob.caller, foreign),
  ];
  const { body } = await ada.caller.post('/files/bulk-download-urls', { items: files.map((file_id) => ({ file_id })) });
  expect(body.data).toMatchObject([
    { index: 0, status: 200, data: { wrapped_dek: expect.any(String), iv: IV, tag: TAG } },
    { index: 1, status: 200 },
    { status: 409, error: { code: 'UPLOAD_NOT_CONFIRMED' } },
    { status: 404, error: { code: 'FILE_NOT_FOUND' } },
  ]);
  expect((await fetch(body.data[1].data.download_url)).status).toBe(200);
  expect([await events(one, 'file.downloaded'), await events(other, 'file.downloaded')]).toEqual([1, 1]);
});

describe('bulk operations', () => {
  test('answer a row for each item, and one refusal for what no item can pass', async () => {
    const room = await aRoom(ada.caller);
    const items = [{ user_id: bob.id, role: 'viewer' }, { user_id: 'nobody', role: 'viewer' }, { user_id: bob.id }];
    const done = await ada.caller.post(`/rooms/${room}/members/bulk`, { items });
    expect(done.body.data.map((row: { status: number }) => row.status)).toEqual([201, 404, 400]);
    expect((await bob.caller.post(`/rooms/${room}/members/bulk`, { items })).status).toBe(403);
    const many = Array.from({ length: 101 }, () => items[0]);
    expect((await ada.caller.post(`/rooms/${room}/members/bulk`, { items: many })).body.error.code).toBe(
      'BULK_LIMIT_EXCEEDED',
    );
    const uploads = Array.from({ length: 3 }, (_, index) => ({
      name: `${index}.txt`,
      size: 1,
      content_type: 'text/plain',
    }));
    const urls = await ada.caller.post(`/rooms/${room}/files/upload-urls`, { items: uploads });
    expect(new Set(urls.body.data.map((row: { data: { wrapped_dek: string } }) => row.data.wrapped_dek)).size).toBe(3);
    const gone = await ada.caller.post(`/rooms/${room}/files/bulk-delete`, {
      items: [{ file_id: urls.body.data[0].data.file_id }, { file_id: 'x' }],
    });
    expect(gone.body.data.map((row: { status: number }) => row.status)).toEqual([200, 404]);
    await ada.caller.post(`/rooms/${room}/archive`);
    expect((await ada.caller.post(`/rooms/${room}/files/upload-urls`, { items: uploads })).body.error.code).toBe(
      'ROOM_ARCHIVED',
    );
    const invited = await world.owner.post('/users/bulk-invite', {
      items: [
        { email: 'x@example.com', role: 'member' },
        { email: bob.email, role: 'member' },
      ],
    });
    expect(invited.body.data.map((row: { status: number }) => row.status)).toEqual([201, 409]);
  });
});
