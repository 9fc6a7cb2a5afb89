import { afterEach, expect, test } from '@jest/globals';
import type { Environment } from '../support/service-process.ts';
import { Cluster } from './cluster.ts';
import { UNLIMITED } from './kill-rounds.ts';
import { deactivates, losesOne, losesOneWhileItCounts, redeems, repeats, rivals, usesUpAMinute } from './races.ts';

/**
 * Registers what four processes on one store must do as one would, often enough that what goes wrong rarely goes wrong
 * here. The settings are asked for once tests run.
 */
export function behaveAsOneAgainAndAgain(settings: () => Environment): void {
  let cluster: Cluster;
  afterEach(() => cluster.end());

  /** Repeats the races of four processes, each time after a fresh start. */
  async function again(environment: Environment, rounds: number, run: () => Promise<void>): Promise<void> {
    expect.hasAssertions();
    cluster = await Cluster.start({ ...environment, ...settings() });
    for (let round = 0; round < rounds; round++) await run();
  }

  test.each([1, 2, 10, 100])(
    'of 200 redemptions in four processes exactly the cap of %i succeed, again and again',
    async (cap) => {
      expect.hasAssertions();
      await again(UNLIMITED, 20, () => redeems(cluster, 200, cap));
    },
    300_000,
  );

  test('of 900 redemptions in four processes exactly the cap succeed, again and again', async () => {
    expect.hasAssertions();
    await again(UNLIMITED, 20, () => redeems(cluster, 900, 1 + Math.floor(Math.random() * 300)));
  }, 300_000);

  test('of 2000 requests with one token exactly 1000 pass, again and again', async () => {
    expect.hasAssertions();
    await again({}, 5, () => usesUpAMinute(cluster, 2000));
  }, 300_000);

  test('200 repetitions of one request have one effect, again and again', async () => {
    expect.hasAssertions();
    await again(UNLIMITED, 20, () => repeats(cluster, 200));
  }, 300_000);

  test('of two owners who remove each other one stays, again and again', async () => {
    expect.hasAssertions();
    cluster = await Cluster.start({ ...UNLIMITED, ...settings() });
    const [ada, bob] = [await cluster.person(), await cluster.person()];
    for (let round = 0; round < 40; round++) await rivals(cluster, ada, bob);
  }, 300_000);

  test('a deactivated user is refused by every process, in every round', async () => {
    expect.hasAssertions();
    await again(UNLIMITED, 8, () => deactivates(cluster, 400));
  }, 300_000);

  test('a process that is killed costs nobody a download, again and again', async () => {
    expect.hasAssertions();
    await again(UNLIMITED, 10, () => losesOne(cluster, 400, 150));
  }, 300_000);

  test('a process that is killed lets no request pass twice, again and again', async () => {
    expect.hasAssertions();
    await again({}, 5, () => losesOneWhileItCounts(cluster, 1200));
  }, 300_000);
}
