import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Cluster } from './cluster.ts';
import { losesOneWhileItCounts, usesUpAMinute } from './races.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.end());

test('of 1500 requests with one token in four processes exactly 1000 pass, counted down one by one', async () => {
  expect.hasAssertions();
  await usesUpAMinute(cluster, 1500);
}, 30_000);

test('a process that is killed meanwhile lets no request pass twice', async () => {
  expect.hasAssertions();
  await losesOneWhileItCounts(cluster, 1200);
}, 30_000);
