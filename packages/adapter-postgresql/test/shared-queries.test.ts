import { expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { DocumentStore, Page, StoredDocument } from '@strongroom/ports';
import { LISTS, listQueryOf } from '../src/documents/lists.ts';
import { openPostgresqlDocuments } from '../src/index.ts';
import { anEmptyDatabase, runSql, withPostgresql } from './setting.ts';

withPostgresql();

const thing = (id: string, position: number, key = 'k'): StoredDocument => ({
  id,
  version: 1,
  schema: 1,
  position: position as Instant,
  keys: [key],
  uniqueKeys: [],
  body: { id },
});

async function withStore(work: (store: DocumentStore) => Promise<void>): Promise<void> {
  const store = await openPostgresqlDocuments(await anEmptyDatabase());
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

const ids = (documents: readonly StoredDocument[]): readonly string[] => documents.map(({ id }) => id);

test('the store answers each of the lists of one turn by its own order, page and keys', async () => {
  await withStore(async (store) => {
    const things = [1, 2, 3, 4, 5].map((n) => thing(`t${n}`, n));
    await store.commit([...things, thing('other', 9, 'l')].map((insert) => ({ collection: 'things', insert })));
    const list = (key: string, page: Page, collection = 'things') => store.list(collection, { anyOf: [key] }, page);
    const found = await Promise.all([
      list('k', { limit: 2 }),
      list('k', { limit: 2, offset: 1 }),
      list('k', { limit: 9, after: { position: 3 as Instant, id: 't3' } }),
      list('k', { limit: 2, order: 'oldest' }),
      list('l', { limit: 2 }),
      list('none', { limit: 2 }),
      list('k', { limit: 2 }, 'nothing'),
      store.list('things', { anyOf: ['k', 'l'], from: 4 as Instant, until: 9 as Instant }, { limit: 9 }),
      list('k', { limit: 5_001 }),
      list('k', { limit: 2 }),
    ]);
    expect(found.map(ids)).toEqual([
      ['t5', 't4'],
      ['t4', 't3'],
      ['t2', 't1'],
      ['t1', 't2'],
      ['other'],
      [],
      [],
      ['t5', 't4'],
      ['t5', 't4', 't3', 't2', 't1'],
      ['t5', 't4'],
    ]);
    expect(found[0]).not.toBe(found[9]);
    expect(found[0]?.[0]).toBe(found[9]?.[0]);
  });
});

test('a list called after a commit shows it, while the same list is under way', async () => {
  await withStore(async (store) => {
    const list = () => store.list('things', { anyOf: ['k'] }, { limit: 99 });
    for (let n = 1; n < 20; n += 1) {
      const under = [list(), list(), list()];
      await store.commit([{ collection: 'things', insert: thing(`t${n}`, n) }]);
      expect(await list()).toHaveLength(n);
      expect(await store.count('things', { anyOf: ['k'] })).toBe(n);
      await Promise.all(under);
    }
  });
});

test('lists of one statement read the rows of their pages only, however many documents there are', async () => {
  const address = await anEmptyDatabase();
  await (await openPostgresqlDocuments(address)).close();
  const values = ['k', 'l'].map((key, nth) => {
    const query = listQueryOf(
      'things',
      { anyOf: [key, 'm'] },
      { limit: 20, after: { position: 9_000 as Instant, id: '' } },
    );
    return { nth, ...query?.values };
  });
  const rows = await runSql(
    address,
    'SET search_path = strongroom; SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off',
    `INSERT INTO documents SELECT 'things', 't' || n, 1, 1, n, ARRAY['k', 'l'], ARRAY[]::text[], '{}' FROM generate_series(1, 20000) AS n`,
    `INSERT INTO keys SELECT 'things', key, n, 't' || n FROM generate_series(1, 20000) AS n, unnest(ARRAY['k', 'l']) AS key`,
    'ANALYZE documents, keys',
    `PREPARE list(json) AS ${LISTS.newest.text}`,
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE list('${JSON.stringify(values)}')`,
  );
  const plans = (rows[0]?.['QUERY PLAN'] ?? []) as readonly Readonly<{ Plan: Readonly<Record<string, number>> }>[];
  const { 'Actual Rows': found, 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = plans[0]?.Plan ?? {};
  expect(found).toBe(40);
  expect(hit + read).toBeLessThan(300);
});
