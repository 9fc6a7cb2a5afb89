import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import type { Environment } from '../support/service-process.ts';
import { Cluster } from './cluster.ts';
import { UNLIMITED } from './kill-rounds.ts';
import { withMongo } from './mongo.ts';
import { withPostgresql } from './postgresql.ts';
import {
  allArrive,
  allArriveAfterKill,
  meetArchival,
  meetDeletion,
  meetDestruction,
  meetRedemptions,
  meetRestriction,
} from './replacements.ts';

const ROUNDS = 5;

beforeAll(build, 120_000);
const mongo = withMongo();
const postgresql = withPostgresql();

const STORES: readonly (readonly [string, () => Environment | Promise<Environment>])[] = [
  ['SQLite', () => ({})],
  ['MongoDB', () => mongo()],
  ['PostgreSQL', () => postgresql.settings()],
];

describe.each(STORES)('twelve replacements of one file in four processes on %s', (_, settings) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start({ ...UNLIMITED, ...(await settings()) });
  }, 120_000);
  afterAll(() => cluster?.end());

  test.each([
    ['all arrive as versions, each once and with its own key', allArrive],
    ['all arrive once where the process that confirms them is killed', allArriveAfterKill],
    ['arrive before a deletion or not at all', meetDeletion],
    ['arrive before an archival or not at all', meetArchival],
    ['arrive before a restriction or not at all', meetRestriction],
    ['give a link one of the contents with its key', meetRedemptions],
    ['are all in the receipt of a room that is destroyed', meetDestruction],
  ])(
    '%s',
    async (__, race) => {
      expect.hasAssertions();
      for (let round = 0; round < ROUNDS; round++) await race(cluster);
    },
    600_000,
  );
});
