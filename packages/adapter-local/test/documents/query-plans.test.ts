import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countStatement, mergeStatement } from '../../src/documents/sqlite-lists.ts';
import { fill, workplace } from './things.ts';

let place: Awaited<ReturnType<typeof workplace>>;
let database: DatabaseSync;

beforeAll(async () => {
  place = await workplace();
  await fill(place.path);
  database = new DatabaseSync(place.path);
});
afterAll(async () => {
  database.close();
  await place.clear();
});

const planOf = (sql: string): readonly string[] =>
  database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail));

test.each([
  ['a page of one key', mergeStatement(1, 'DESC')],
  ['a page of two keys', mergeStatement(2, 'DESC')],
  ['a page of eight keys, oldest first', mergeStatement(8, 'ASC')],
  ['a count of one key', countStatement(1)],
  ['a count of eight keys', countStatement(8)],
])('%s merges ranges of the primary key, and neither scans nor sorts', (_, sql) => {
  const plan = planOf(sql);
  const searches = plan.filter((step) => step.startsWith('SEARCH keys'));
  expect(searches.length).toBeGreaterThan(0);
  for (const step of searches)
    expect(step).toMatch(/USING PRIMARY KEY \(collection=\? AND key=\? AND \(position,id\)>/);
  // Limited to what the statement itself merges, which is read in order and stops at its limit.
  expect(plan.filter((step) => /^SCAN (?!\(subquery)|TEMP B-TREE/.test(step))).toEqual([]);
});
