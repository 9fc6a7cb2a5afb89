import { afterEach, expect, test } from '@jest/globals';
import type { Environment } from '../support/service-process.ts';
import { Cluster } from './cluster.ts';
import { UNLIMITED } from './kill-rounds.ts';
import { deactivates, losesOne, losesOneWhileItCounts, redeems, repeats, rivals, usesUpAMinute } from './races.ts';

/**
 * Registers tests that four processes on one store act like one, repeated often enough to find rare races. Reads the
 * settings when the tests run.
 */
export function behaveAsOneAgainAndAgain(settings: () => Environment | Promise<Environment>): void {
  let cluster: Cluster;
  afterEach(() => cluster?.end());

  /** Repeats the races of four processes, each time after a fresh start. */
  async function again(environment: Environment, rounds: number, run: () => Promise<void>): Promise<void> {
    expect.hasAssertions();
    cluster = await Cluster.start({ ...environment, ...(await settings()) });
    for (let round = 0; round < rounds; round++) await run();
  }

  test.each([1, 2, 10, 100])(
    'exactly the cap of %i succeed of 200 redemptions in four processes, repeatedly',
    async (cap) => {
      expect.hasAssertions();
      await again(UNLIMITED, 20, () => redeems(cluster, 200, cap));
    },
    300_000,
  );

  test('exactly the cap succeed of 900 redemptions in four processes, repeatedly', async () => {
    expect.hasAssertions();
    await again(UNLIMITED, 20, () => redeems(cluster, 900, 1 + Math.floor(Math.random() * 300)));
  }, 300_000);

  test('exactly 1000 of 2000 requests with one token pass, repeatedly', async () => {
    expect.hasAssertions();
    await again({}, 5, () => usesUpAMinute(cluster, 2000));
  }, 300_000);

  test('200 repetitions of one request have one effect, repeatedly', async () => {
    expect.hasAssertions();
    await again(UNLIMITED, 20, () => repeats(cluster, 200));
  }, 300_000);

  test('one of two owners who remove each other stays, repeatedly', async () => {
    expect.hasAssertions();
    cluster = await Cluster.start({ ...UNLIMITED, ...(await settings()) });
    const [ada, bob] = [await cluster.person(), await cluster.person()];
    for (let round = 0; round < 40; round++) await rivals(cluster, ada, bob);
  }, 300_000);

  test('a deactivated user is refused by every process, in every round', async () => {
    expect.hasAssertions();
    await again(UNLIMITED, 8, () => deactivates(cluster, 400));
  }, 300_000);

  test('a killed process loses no download, repeatedly', async () => {
    expect.hasAssertions();
    await again(UNLIMITED, 10, () => losesOne(cluster, 400, 150));
  }, 300_000);

  test('a process that is killed lets no request pass twice, repeatedly', async () => {
    expect.hasAssertions();
    await again({}, 5, () => losesOneWhileItCounts(cluster, 1200));
  }, 300_000);
}
