import { describe, expect, test } from '@jest/globals';
import { HOUR } from '@strongroom/domain';
import { intercepted } from '../world/intercepted.ts';
import { type Moment, Mortal } from '../world/mortal.ts';
import { another, openWorld, type World } from '../world/world.ts';
import {
  aDeletedFile,
  aDeletedRoom,
  leftOfFile,
  leftOfRoom,
  NOTHING_OF_FILE,
  NOTHING_OF_ROOM,
  untrueRows,
  workUntilDone,
} from './setting.ts';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Runs the jobs that are due now and when no upload can be under way, in a worker that dies at that call. Returns the number of calls.
 */
async function workAndDie(world: World, at: number, moment: Moment): Promise<number> {
  const mortal = new Mortal(at, moment);
  let isWorking = false;
  const { app } = await another(
    world,
    intercepted(world.ports, (call, proceed) => (isWorking ? mortal.around(call, proceed) : proceed())),
  );
  isWorking = true;
  const working = async () => {
    await app.worker.runDue();
    world.clock.advance(5 * HOUR);
    await app.worker.runDue();
  };
  await Promise.race([mortal.died, working()]);
  return mortal.calls;
}

/** Kills a worker before and after each of its calls, each time in a new world, and reports different results. */
async function differences<T, L>(
  prepare: (world: World) => Promise<T>,
  left: (world: World, thing: T) => Promise<L>,
  expected: L,
  untrue: (world: World, thing: T) => Promise<number> = async () => 0,
) {
  const undisturbed = await openWorld();
  const thing = await prepare(undisturbed);
  const calls = await workAndDie(undisturbed, NEVER, 'before');
  expect(await left(undisturbed, thing)).toEqual(expected);
  const found: unknown[] = [];
  for (let at = 1; at <= calls; at++) {
    for (const moment of ['before', 'after'] as const) {
      const world = await openWorld();
      const doomed = await prepare(world);
      await workAndDie(world, at, moment);
      const lies = await untrue(world, doomed);
      world.clock.advance(5 * HOUR);
      await workUntilDone(world);
      const end = await left(world, doomed);
      if (lies > 0 || JSON.stringify(end) !== JSON.stringify(expected)) found.push({ at, moment, lies, end });
    }
  }
  return { calls, found };
}

describe('a worker killed before or after any of its calls leaves nothing undone', () => {
  test('after the deletion of a room, and its receipt never reports ahead of time', async () => {
    const { calls, found } = await differences(aDeletedRoom, leftOfRoom, NOTHING_OF_ROOM, untrueRows);
    expect(found).toEqual([]);
    expect(calls).toBeGreaterThan(30);
  });

  test('after the deletion of a file', async () => {
    const { calls, found } = await differences(aDeletedFile, leftOfFile, NOTHING_OF_FILE);
    expect(found).toEqual([]);
    expect(calls).toBeGreaterThan(12);
  });
});
