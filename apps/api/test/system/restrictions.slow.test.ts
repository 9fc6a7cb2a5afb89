import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import type { Environment } from '../support/service-process.ts';
import { Cluster } from './cluster.ts';
import { UNLIMITED } from './kill-rounds.ts';
import { withMongo } from './mongo.ts';
import { withPostgresql } from './postgresql.ts';
import { aDeal, changesInKilledProcess, type Deal, restrictsBesideReaders } from './restrictions.ts';

const ROUNDS = 8;
const KILLS = 10;

beforeAll(build, 120_000);
const mongo = withMongo();
const postgresql = withPostgresql();

const STORES: readonly (readonly [string, () => Environment | Promise<Environment>])[] = [
  ['SQLite', () => ({})],
  ['MongoDB', () => mongo()],
  ['PostgreSQL', () => postgresql.settings()],
];

describe.each(STORES)('a restriction of a folder in four processes on %s', (_, settings) => {
  let cluster: Cluster;
  let deal: Deal;
  beforeAll(async () => {
    cluster = await Cluster.start({ ...UNLIMITED, ...(await settings()) });
    deal = await aDeal(cluster);
  }, 120_000);
  afterAll(() => cluster?.end());

  test('the restriction holds from its answer on against sixteen readers', async () => {
    expect.hasAssertions();
    for (let round = 0; round < ROUNDS; round++) await restrictsBesideReaders(cluster, deal);
  }, 600_000);

  test('the restriction is that of before or of after when its process is killed', async () => {
    const answered = [];
    for (let round = 0; round < KILLS; round++)
      answered.push(await changesInKilledProcess(cluster, deal, [round, KILLS]));
    process.stdout.write(`${answered.filter(Boolean).length} of ${KILLS} changes were answered\n`);
    expect(answered.at(0)).toBe(false);
    expect(answered.at(-1)).toBe(true);
  }, 600_000);
});
