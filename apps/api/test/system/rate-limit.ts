import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Environment } from '../support/service-process.ts';
import { Cluster } from './cluster.ts';
import { losesOneWhileItCounts, usesUpAMinute } from './races.ts';

/** Registers tests that four processes on one store count exactly. Reads the settings when the tests run. */
export function countTogether(settings: () => Environment): void {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start(settings());
  }, 120_000);
  afterAll(() => cluster?.end());

  test('exactly 1000 of 1500 requests with one token in four processes pass, counted down one by one', async () => {
    expect.hasAssertions();
    await usesUpAMinute(cluster, 1500);
  }, 30_000);

  test('a process that is killed meanwhile lets no request pass twice', async () => {
    expect.hasAssertions();
    await losesOneWhileItCounts(cluster, 1200);
  }, 30_000);
}
