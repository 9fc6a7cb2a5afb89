import { afterAll } from '@jest/globals';
import { aPerson, type Person } from './people-in-memory.ts';
import { startService, type World } from './service-in-memory.ts';

/** A service in memory with two members of the organisation. It stops after the last test of the file. */
export async function twoMembers(): Promise<Readonly<{ world: World; ada: Person; bob: Person }>> {
  const world = await startService();
  afterAll(() => world.stop());
  return { world, ada: await aPerson(world), bob: await aPerson(world) };
}
