import { expect, test } from '@jest/globals';
import { commits, Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { aPerson, aRoom } from '../world/mothers.ts';
import { another, openWorld } from '../world/world.ts';

test('operations of many callers on one room are committed together', async () => {
  const world = await openWorld();
  const ada = await aPerson(world);
  const room = await aRoom(world, ada);
  const people = await Promise.all(Array.from({ length: 8 }, () => aPerson(world)));
  const gate = new Gate();
  let committed = 0;
  const counting = await another(
    world,
    intercepted(world.ports, (call, proceed) => {
      if (commits(call)) committed++;
      return gate.around(call, proceed);
    }),
  );
  const held = gate.hold(commits);
  const by = ada.at(counting.app);
  const adding = people.map((person) =>
    by.ask(counting.app.rooms.addMember, { roomId: room.id, userId: person.id, role: 'viewer' }),
  );
  await held;
  gate.open();
  await Promise.all(adding);
  // The first caller does not wait for others; those who come while its commit is under way share the next one.
  expect(committed).toBeLessThanOrEqual(3);
});
