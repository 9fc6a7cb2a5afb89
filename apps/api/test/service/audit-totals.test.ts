import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EventId, RoomId } from '@strongroom/domain';
import { aPerson, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
beforeAll(async () => {
  world = await startService();
});
afterAll(() => world.stop());

/** Commits copies of the newest event of a room until its log has `count` events. */
async function fillLog(room: string, count: number): Promise<void> {
  const { documents } = world.ports;
  const filter = { labels: ['C1'], roomId: room as RoomId };
  const [newest] = await documents.audit.list(filter, { limit: 1 });
  if (newest === undefined) throw new TypeError('the room has no event');
  const missing = count - (await documents.audit.count(filter, count));
  await documents.commit(
    [],
    Array.from({ length: missing }, () => ({ ...newest, id: randomUUID() as string as EventId })),
  );
}

test('the audit log is counted up to 10 000, and says so', async () => {
  const ada = await aPerson(world);
  const room = await aRoom(ada.caller, 'C1');
  const metaOf = async (query = '') =>
    (await ada.caller.get(`/audit-events?room_id=${room}&per_page=2${query}`)).body.meta;
  expect(await metaOf()).toMatchObject({ total: 1, total_is_exact: true });
  await fillLog(room, 10_000);
  expect(await metaOf()).toMatchObject({ total: 10_000, total_is_exact: true });
  await fillLog(room, 10_001);
  for (const query of ['', '&from=2020-01-01T00:00:00Z', '&outcome=allowed'])
    expect(await metaOf(query)).toMatchObject({ total: 10_000, total_is_exact: false });
  const { next_cursor } = await metaOf();
  expect(await metaOf(`&cursor=${next_cursor}`)).toMatchObject({ total: 10_000, total_is_exact: false, page: null });
  expect(await metaOf('&outcome=denied')).toMatchObject({ total: 0, total_is_exact: true });
  expect((await ada.caller.get('/rooms')).body.meta).not.toHaveProperty('total_is_exact');
});
