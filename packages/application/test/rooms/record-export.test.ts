import { beforeAll, expect, test } from '@jest/globals';
import type { AuditEvent, LiveRoom } from '@strongroom/domain';
import { aFile, aMember, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C4' });
});

const exportedBy = (by: Person, { id: roomId }: LiveRoom, files: number) =>
  by.ask(world.app.rooms.recordExport, { roomId, files: files as never });

const exportsSeenBy = async (by: Person, { id: roomId }: LiveRoom): Promise<readonly AuditEvent[]> => {
  const filter = { roomId, type: 'room.exported', page: { perPage: 100 } };
  return (await world.app.audit.list(await by.enter(), filter as never)).items;
};

test('the number of files in the event of an export is hidden from those who may not see all of them', async () => {
  const room = await aRoom(world, ada);
  const bob = await aMember(world, room, 'owner', ada);
  await aFile(world, ada, room, { classification: 'C2' });
  await exportedBy(ada, room, 1);
  expect(await exportsSeenBy(bob, room)).toMatchObject([{ data: { files: 1 }, target: { label: 'C2' } }]);
  await aFile(world, ada, room, { classification: 'C4' });
  await exportedBy(ada, room, 2);
  await exportedBy(bob, room, 1);
  expect((await exportsSeenBy(bob, room)).map(({ data }) => data)).toEqual([{ files: 1 }, { files: 1 }]);
  expect((await exportsSeenBy(ada, room)).map(({ data }) => data)).toEqual([{ files: 1 }, { files: 2 }, { files: 1 }]);
});
