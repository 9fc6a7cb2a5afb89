import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AvailableFile, LiveRoom } from '@strongroom/domain';
import { aFile, aMember, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let taken: string[];
let ada: Person;
let room: LiveRoom;
let file: AvailableFile;
beforeEach(async () => {
  taken = [];
  world = await openWorld({
    around: ({ limiter }) => ({
      limiter: new Proxy(limiter, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          return (...args: readonly unknown[]): unknown => {
            if (name === 'take') taken.push(String(args[0]));
            return Reflect.apply(member, target, args);
          };
        },
      }),
    }),
  });
  ada = await aPerson(world, 'member', { clearance: 'C4' });
  room = await aRoom(world, ada, 'C1');
  const cleared = await aMember(world, room, 'viewer', ada);
  const other = await aMember(world, room, 'viewer', ada);
  await world.owner.ask(world.app.users.setClearance, { userId: cleared.id, clearance: 'C4' });
  await world.owner.ask(world.app.users.setClearance, { userId: other.id, clearance: 'C1' });
  file = await aFile(world, ada, room, { classification: 'C3' });
  await ada.ask(world.app.folders.create, { roomId: room.id, path: 'Deal', structure: 'owners' } as never);
  await ada.ask(world.app.folders.create, { roomId: room.id, path: 'Deal/Owners', access: [] } as never);
});

const preview = () =>
  ada.ask(world.app.rooms.previewSight, { roomId: room.id, fileId: file.id, into: 'Deal/Owners' } as never);

describe('a preview of who sees a file', () => {
  test('counts members with their clearance, but not for an owner from outside, who would learn it', async () => {
    expect(await preview()).toEqual({ gain: 0, lose: 1 });
    await world.owner.ask(world.app.users.edit, { userId: ada.id, external: true });
    expect(await preview()).toEqual({ gain: 0, lose: 2 });
  });

  test('is charged by the members that it reads', async () => {
    const reads = () => taken.filter((bucket) => bucket === `reads:${ada.id}`).length;
    for (let times = 0; times < 83; times++) await preview();
    expect(reads()).toBe(0);
    await preview();
    expect(reads()).toBe(1);
  });
});
