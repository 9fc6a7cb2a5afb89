import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Environment } from '../support/service-process.ts';
import { Cluster } from './cluster.ts';
import { deactivatesBesideAdditions, endsBesideRequests } from './ends.ts';
import { UNLIMITED } from './kill-rounds.ts';
import { deactivates, losesOne, redeems, redeemsSeveral, repeats, rivals } from './races.ts';

/** Registers tests that four processes on one store act like one. Reads the settings when the tests run. */
export function behaveAsOne(settings: () => Environment | Promise<Environment>): void {
  // Each test starts processes, on machines that may be busy.
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start({ ...UNLIMITED, ...(await settings()) });
  }, 120_000);
  afterAll(() => cluster?.end());

  test('four processes that start together on an empty store serve the same owner', async () => {
    const ids = await Promise.all([0, 1, 2, 3].map(async (at) => (await cluster.at(at).get('/me')).body.data.id));
    expect(new Set(ids).size).toBe(1);
    expect((await cluster.owner.get('/users')).body.meta.total).toBe(1);
  });

  test.each([1, 2, 10, 100])('exactly the cap of %i succeed of 200 redemptions in four processes', async (cap) => {
    expect.hasAssertions();
    await redeems(cluster, 200, cap);
  });

  test('exactly the cap of 20 succeed of 300 redemptions of several files, each of which can be continued', async () => {
    expect.hasAssertions();
    await redeemsSeveral(cluster, 300, 20);
  });

  test('50 repetitions of one request under one key in four processes have one effect and one answer', async () => {
    expect.hasAssertions();
    await repeats(cluster, 50);
  });

  test('one of two owners of a room who remove each other in different processes stays', async () => {
    expect.hasAssertions();
    const [ada, bob] = [await cluster.person(), await cluster.person()];
    for (let round = 0; round < 3; round++) await rivals(cluster, ada, bob);
  });

  test('a user deactivated in one process is refused by the others with every credential', async () => {
    expect.hasAssertions();
    await deactivates(cluster, 200);
  });

  test('a user who is deactivated while three processes add them is in no list and no count at the answer', async () => {
    expect.hasAssertions();
    await deactivatesBesideAdditions(cluster, 4);
  });

  test.each(['archive', 'room deletion', 'file deletion', 'removal', 'deactivation'] as const)(
    'after the answer to a %s nothing is stored that three processes were about to',
    async (end) => {
      expect.hasAssertions();
      await endsBesideRequests(cluster, end);
    },
  );

  test('a process killed meanwhile neither loses nor adds a download', async () => {
    expect.hasAssertions();
    await losesOne(cluster, 200, 100);
  });
}
