import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import type { World } from '../support/service-in-memory.ts';
import { areaUnderCurve } from '../support/stopwatch.ts';
import type { Hidden } from './hidden-things.ts';
import { aPlace, drawn, pairOf, pairsOf, READ, SEED, tellingOf } from './hidden-times.ts';
import { HIDING, NAMED } from './routes/all.ts';

/**
 * Hidden and absent things cannot be distinguished by response time. Requests for the one and for the
 * other go over one connection, in pairs whose inner order is drawn, and their times are compared by rank. The client is in
 * the service's own process, on memory: nothing of a network or a disk covers a difference that an attacker could average
 * out.
 */
const COIN = { least: 0.45, most: 0.55 };
/** A microsecond or two of a hundred remain where the rules of something hidden are asked in another order. */
const A_MICROSECOND = { least: 0.4, most: 0.6 };
/** On SQLite some microseconds of 200 remain between memory and the database. */
const FEW_MICROSECONDS = { least: 0.35, most: 0.65 };
/** The difference of a first question cannot be averaged out: the question puts an id, or its absence, into memory. */
const FIRST_QUESTION = { least: 0.3, most: 0.7 };

/** Operations that name the hidden thing in their query or body. */
const BY_NAME = [...new Set(NAMED.map(({ operation }) => operation))].map((operation) => ({
  operation,
  named: NAMED.filter((each) => each.operation === operation),
}));

let world: World;
let hidden: Hidden;

async function start(options?: Parameters<typeof aPlace>[0]): Promise<void> {
  ({ world, hidden } = await aPlace(options));
}

describe('on memory', () => {
  beforeAll(() => start());
  afterAll(() => world.stop());

  test.each(HIDING)('$operation takes as long for what is hidden as for what is not there', async (route) => {
    const area = await tellingOf(world, { operation: route.operation, store: 'memory' }, pairsOf(route, hidden));
    expect(area).toBeGreaterThanOrEqual(A_MICROSECOND.least);
    expect(area).toBeLessThanOrEqual(A_MICROSECOND.most);
  });
});

describe('named in a query or a body, on memory', () => {
  beforeAll(() => start());
  afterAll(() => world.stop());

  test.each(BY_NAME)('$operation takes as long for what is hidden as for what is not there', async (route) => {
    const requests = route.named.map((one) => pairOf(one, hidden));
    const area = await tellingOf(world, { operation: route.operation, store: 'memory' }, requests);
    expect(area).toBeGreaterThanOrEqual(A_MICROSECOND.least);
    expect(area).toBeLessThanOrEqual(A_MICROSECOND.most);
  });
});

describe('on SQLite', () => {
  let folder: string;
  let other: DatabaseSync;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strongroom-time-'));
    const path = join(folder, 'documents.db');
    const documents = await openSqliteDocuments({ path });
    // A caller's denials beyond the first of a minute are counted, without a commit whose sync would cover what is read.
    await start({ denialsPerMinute: 0, ports: (memory) => ({ ...memory, documents }) });
    other = new DatabaseSync(path);
    other.exec('PRAGMA synchronous = OFF; CREATE TABLE other (n INTEGER); INSERT INTO other VALUES (0)');
  });
  afterAll(async () => {
    other.close();
    await world.stop();
    await rm(folder, { recursive: true });
  });

  const routes = HIDING.filter(({ operation }) => READ.includes(operation));

  test.each(routes)(
    '$operation takes as long for what is hidden and in use as for what is not there',
    async (route) => {
      const area = await tellingOf(world, { operation: route.operation, store: 'SQLite' }, pairsOf(route, hidden));
      expect(area).toBeGreaterThanOrEqual(FEW_MICROSECONDS.least);
      expect(area).toBeLessThanOrEqual(FEW_MICROSECONDS.most);
    },
  );

  test.each(routes)('$operation takes as long for what is hidden and asked for the first time', async (route) => {
    // A commit of another process makes this one forget all documents.
    const forget = () => other.exec('UPDATE other SET n = n + 1');
    const question = { operation: route.operation, store: 'SQLite, the first time', before: forget };
    const area = await tellingOf(world, question, pairsOf(route, hidden));
    expect(area).toBeGreaterThanOrEqual(FIRST_QUESTION.least);
    expect(area).toBeLessThanOrEqual(FIRST_QUESTION.most);
  });
});

test('the measurement finds a real difference', () => {
  const random = drawn(SEED);
  const slower = Array.from({ length: 8000 }, () => random() * 100 + 12);
  const faster = Array.from({ length: 8000 }, () => random() * 100);
  expect(areaUnderCurve(slower, faster)).toBeGreaterThan(COIN.most);
  expect(areaUnderCurve(faster, slower)).toBeLessThan(COIN.least);
  expect(areaUnderCurve([1, 2, 3], [1, 2, 3])).toBe(0.5);
  expect(areaUnderCurve([4, 5], [1, 2, 3])).toBe(1);
});
