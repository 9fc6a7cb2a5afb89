import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { Change, DocumentStore } from '@strongroom/ports';
import { openDatabase } from '../../src/documents/sqlite-file.ts';
import { MemoryDocumentStore, openSqliteDocuments } from '../../src/index.ts';
import { insert, THINGS, thing, workplace } from './things.ts';

let place: Awaited<ReturnType<typeof workplace>>;

beforeEach(async () => {
  place = await workplace();
});
afterEach(() => place.clear());

const stores: readonly [name: string, open: () => Promise<DocumentStore>][] = [
  ['memory', async () => new MemoryDocumentStore()],
  ['SQLite', () => openSqliteDocuments({ path: place.path })],
];

// A lone surrogate has no UTF-8 form; SQLite would store U+FFFD instead, and find the document by that.
const LONE = 'a\ud800';
const KEPT = 'a\ufffd';

const malformed: readonly [what: string, change: Change][] = [
  ['a collection', { collection: LONE, insert: thing('a') }],
  ['an id', insert(thing(LONE))],
  ['a key', insert(thing('a', null, [LONE]))],
  ['a unique key', insert({ ...thing('a'), uniqueKeys: [LONE] })],
  ['the id of a removal', { collection: THINGS, remove: { id: LONE, version: 1 } }],
  ['a version', insert({ ...thing('a'), version: 1.5 })],
  ['a schema', insert({ ...thing('a'), schema: Number.NaN })],
  ['a position', insert({ ...thing('a'), position: (2 ** 53) as Instant })],
];

describe.each(stores)('documents in %s', (_name, open) => {
  test.each(malformed)('refuse %s that could not be kept as it is', async (_what, change) => {
    const store = await open();
    await expect(store.commit([insert(thing('beside')), change])).rejects.toThrow(TypeError);
    expect(await store.read([{ collection: THINGS, id: 'beside' }])).toEqual([undefined]);
    await store.close();
  });

  test('find nothing by what they would refuse', async () => {
    const store = await open();
    await store.commit([insert({ ...thing(KEPT, null, [KEPT]), uniqueKeys: [KEPT] })]);
    const refs = [
      { collection: THINGS, id: LONE },
      { collection: THINGS, uniqueKey: LONE },
      { collection: LONE, id: KEPT },
    ];
    expect(await store.read(refs)).toEqual([undefined, undefined, undefined]);
    expect(await store.list(THINGS, { anyOf: [LONE] }, { limit: 9 })).toEqual([]);
    expect(await store.count(THINGS, { anyOf: [LONE] })).toBe(0);
    await store.close();
  });
});

test('the database has the settings that durability and exactness need', async () => {
  await (await openSqliteDocuments({ path: place.path })).close();
  const connection = openDatabase(place.path);
  const settings = ['journal_mode', 'synchronous', 'fullfsync', 'encoding'].map((name) =>
    Object.values(connection.sql(`PRAGMA ${name}`).row() ?? {}),
  );
  expect(settings.flat()).toEqual(['wal', 2, 1, 'UTF-8']); // 2 is FULL
  connection.close();
});
