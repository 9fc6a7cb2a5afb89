import { afterEach, expect, test } from '@jest/globals';
import type { Change, DocumentStore } from '@strongroom/ports';
import { aPerson, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
afterEach(() => world.stop());

type Busy = (changes: readonly Change[]) => boolean;

/** A store with constant conflicts: before each commit that `isHit` selects, its rooms are changed. */
function withBusyRooms(inner: DocumentStore, isHit: Busy): DocumentStore {
  return {
    audit: inner.audit,
    read: (refs) => inner.read(refs),
    list: (collection, selection, page) => inner.list(collection, selection, page),
    count: (collection, selection) => inner.count(collection, selection),
    outdated: (collection, stretch) => inner.outdated(collection, stretch),
    check: () => inner.check(),
    close: () => inner.close(),
    commit: async (changes, events) => {
      const replaced = changes.flatMap((change) =>
        'replace' in change && change.collection === 'rooms' ? [change.replace.id] : [],
      );
      if (isHit(changes))
        for (const document of await inner.read(replaced.map((id) => ({ collection: 'rooms', id }))))
          if (document)
            await inner.commit([{ collection: 'rooms', replace: { ...document, version: document.version + 1 } }]);
      return inner.commit(changes, events);
    },
  };
}

const roomsOf = (changes: readonly Change[]) => changes.filter(({ collection }) => collection === 'rooms').length;
const holdsUser = (changes: readonly Change[]) => changes.some(({ collection }) => collection === 'users');

test.each([
  ['whenever the user is deactivated with them', (changes) => holdsUser(changes) && roomsOf(changes) > 0],
  ['whenever more than one of them is left', (changes) => roomsOf(changes) > 1],
] as const satisfies readonly (readonly [string, Busy])[])(
  'a user is deactivated although their rooms change %s',
  async (_, isHit) => {
    let on = false;
    world = await startService({
      ports: (memory) => ({
        ...memory,
        documents: withBusyRooms(memory.documents, (changes) => on && isHit(changes)),
      }),
    });
    const bob = await aPerson(world);
    const rooms = [await aRoom(world.owner), await aRoom(world.owner), await aRoom(world.owner)];
    for (const room of rooms)
      expect((await world.owner.post(`/rooms/${room}/members`, { user_id: bob.id, role: 'viewer' })).status).toBe(201);
    on = true;
    const answer = await world.owner.post(`/users/${bob.id}/deactivate`);
    expect([answer.status, answer.body.data?.status]).toEqual([200, 'deactivated']);
    expect((await bob.caller.get('/me')).status).toBe(401);
    for (const room of rooms) expect((await world.owner.get(`/rooms/${room}`)).body.data.member_count).toBe(1);
  },
);

test('a room is deleted although it changes before each commit that removes its members', async () => {
  let on = false;
  const goesWhole: Busy = (changes) =>
    on && roomsOf(changes) > 0 && changes.some((change) => change.collection === 'memberships' && 'remove' in change);
  world = await startService({
    ports: (memory) => ({ ...memory, documents: withBusyRooms(memory.documents, goesWhole) }),
  });
  const bob = await aPerson(world);
  const room = await aRoom(world.owner);
  expect((await world.owner.post(`/rooms/${room}/members`, { user_id: bob.id, role: 'viewer' })).status).toBe(201);
  on = true;
  expect((await world.owner.delete(`/rooms/${room}`)).status).toBe(200);
  for (const caller of [world.owner, bob.caller]) {
    expect((await caller.get(`/rooms/${room}`)).status).toBe(404);
    expect((await caller.get('/rooms')).body).toMatchObject({ data: [], meta: { total: 0 } });
  }
});
