import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
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
