import { expect, test } from '@jest/globals';
import { eventsOf } from '../world/events.ts';
import { aPerson } from '../world/mothers.ts';
import { codeOf } from '../world/refusals.ts';
import { another, openWorld } from '../world/world.ts';

test('each process records 60 denials of a user in a minute, and the numbers of the others when it stops', async () => {
  const one = await openWorld({ configuration: { denialsPerMinute: 60 } });
  const two = await another(one);
  const bob = await aPerson(one);
  const ask = async (world: typeof one, times: number): Promise<void> => {
    const asking = bob.at(world.app);
    for (let time = 0; time < times; time++)
      expect(await codeOf(asking.ask(world.app.rooms.get, { roomId: crypto.randomUUID() }))).toBe('ROOM_NOT_FOUND');
  };
  await ask(one, 100);
  await ask(two, 250);
  await Promise.all([one.app.worker.stop(), two.app.worker.stop()]);
  const denials = (await eventsOf(one)).filter(({ outcome }) => outcome === 'denied');
  expect(denials.filter(({ type }) => type === 'access.denied')).toHaveLength(120);
  expect(denials.map(({ data }) => data['count']).filter((count) => count !== undefined)).toEqual([40, 190]);
});
