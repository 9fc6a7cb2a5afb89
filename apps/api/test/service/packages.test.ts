import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
beforeAll(async () => {
  world = await startService();
});
afterAll(() => world.stop());

// The service of these tests refuses to send an answer that its document does not describe.
test('a link to several files is looked at and used as the document describes', async () => {
  const room = await aRoom(world.owner);
  const items = [];
  for (const name of ['a.pdf', 'b.pdf']) items.push({ file_id: await aFile(world.owner, room, { name }) });
  const made = await world.owner.post(`/rooms/${room}/packages`, { expires_in: 3600, items });
  const at = `/shares/by-token/${made.body.data.token}`;
  const look = await world.visitor.get(at);
  expect([look.status, look.body.data.kind, look.body.data.file_count]).toEqual([200, 'package', 2]);
  const used = await world.visitor.post(`${at}/download`, {});
  expect([used.status, used.body.data.map(({ name }: Readonly<{ name: string }>) => name)]).toEqual([
    200,
    ['a.pdf', 'b.pdf'],
  ]);
});
