import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { openSqliteDocuments } from '../../src/index.ts';
import { inspectSqlite } from './inspect-sqlite.ts';
import { alter, fill, THINGS, upTo, workplace } from './things.ts';

let place: Awaited<ReturnType<typeof workplace>>;

beforeEach(async () => {
  place = await workplace();
});
afterEach(() => place.clear());

describe('damage inside a file that opens', () => {
  test('makes the affected documents unavailable, and is found by an inspection', async () => {
    await fill(place.path);
    const bytes = readFileSync(place.path);
    // The pages of the middle document and of its index entry; opening reads only the first page of each table.
    for (let at = bytes.indexOf('thingsn150'); at >= 0; at = bytes.indexOf('thingsn150')) {
      bytes.fill(0xa5, at - (at % 4096), at - (at % 4096) + 4096);
    }
    writeFileSync(place.path, bytes);
    const store = await openSqliteDocuments({ path: place.path });
    await expect(store.read(upTo(300).map((n) => ({ collection: THINGS, id: `n${n}` })))).rejects.toBeInstanceOf(
      Unavailable,
    );
    await store.close();
    expect(inspectSqlite(place.path).problems).not.toEqual([]);
  });

  test.each([
    ['lists without their documents', "DELETE FROM documents WHERE id = 'n7'", 1],
    ['documents that no list would find', "DELETE FROM keys WHERE id IN ('n7', 'n8')", 1],
    ['documents that stand elsewhere in lists', "UPDATE documents SET position = 5 WHERE id = 'n7'", 2],
    ['unique keys of nobody', "INSERT INTO unique_keys VALUES ('things', 'u', 'n7')", 1],
    ['unique keys that are not kept', `UPDATE documents SET unique_keys = '["u"]' WHERE id = 'n7'`, 1],
    ['bodies that are not JSON', "UPDATE documents SET body = '{' WHERE id = 'n7'", 1],
  ])('an inspection finds %s', async (_what, sql, problems) => {
    await fill(place.path);
    expect(inspectSqlite(place.path)).toMatchObject({ problems: [], documents: 300 });
    alter(place.path, sql);
    expect(inspectSqlite(place.path).problems).toHaveLength(problems);
  });
});
