import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Instant, Json } from '@strongroom/domain';
import { type DocumentStore, type StoredDocument, Unavailable } from '@strongroom/ports';
import { openMongoDocuments, openMongoRateLimiter } from '../src/index.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

let store: DocumentStore;
beforeEach(async () => {
  store = await openMongoDocuments(aDatabase());
});
afterEach(() => store.close());

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);

const thing = (id: string, differences: Partial<StoredDocument> = {}): StoredDocument => ({
  id,
  version: 1,
  schema: 1,
  position: 1000 as Instant,
  keys: ['k'],
  uniqueKeys: [`of ${id}`],
  body: { id },
  ...differences,
});

const insert = (...documents: readonly StoredDocument[]): Promise<void> =>
  store.commit(documents.map((document) => ({ collection: 'things', insert: document })));

describe('a value that is not a string is never an operator', () => {
  const operators: readonly unknown[] = [{ $ne: null }, { $gt: '' }, { $exists: true }, /./, null, undefined, ['k']];

  test.each(operators)('%p finds nothing, selects nothing and counts nothing', async (operator) => {
    await insert(thing('a'), thing('b'));
    const odd = operator as string;
    expect(
      await store.read([
        { collection: 'things', id: odd },
        { collection: 'things', uniqueKey: odd },
      ]),
    ).toEqual([undefined, undefined]);
    expect(await store.list('things', { anyOf: [odd] }, { limit: 9 })).toEqual([]);
    expect(await store.count('things', { anyOf: [odd] })).toBe(0);
    expect(await store.count('things', { anyOf: [odd, 'k'] })).toBe(2);
  });

  test.each(operators)('%p removes and replaces nothing', async (operator) => {
    await insert(thing('a'), thing('b'));
    const odd = operator as string;
    const number = operator as number;
    for (const change of [
      { collection: 'things', remove: { id: odd, version: 1 } },
      { collection: 'things', remove: { id: 'a', version: number } },
      { collection: 'things', replace: thing(odd, { version: 2 }) },
      { collection: 'things', replace: thing('a', { version: number }) },
      { collection: odd, remove: { id: 'a', version: 1 } },
    ])
      await expect(store.commit([change])).rejects.toThrow(TypeError);
    await expect(store.list('things', { anyOf: ['k'] }, { limit: operator as number })).rejects.toThrow(TypeError);
    expect(await store.count('things', { anyOf: ['k'] })).toBe(2);
  });

  test('a bound of time that is not a number is refused', async () => {
    const odd = { $gt: 0 } as unknown as Instant;
    await expect(store.count('things', { anyOf: ['k'], from: odd })).rejects.toThrow(TypeError);
    await expect(
      store.list('things', { anyOf: ['k'] }, { limit: 1, after: { position: odd, id: 'a' } }),
    ).rejects.toThrow(TypeError);
  });

  test('a bucket that is not text is refused', async () => {
    const limiter = await openMongoRateLimiter(aDatabase());
    const window = { limit: 1, milliseconds: 1000 };
    await expect(limiter.take({ $gt: '' } as unknown as string, window, 1000 as Instant)).rejects.toThrow(TypeError);
    await expect(limiter.take('\ud800', window, 1000 as Instant)).rejects.toThrow(TypeError);
    await expect(limiter.take('a', { ...window, limit: 0.5 }, 1000 as Instant)).rejects.toThrow(TypeError);
    await limiter.close();
  });
});

test('a collection with a slash in its name is refused: its documents could be those of another', async () => {
  const change = { collection: 'a/b', insert: thing('c') };
  await expect(store.commit([change])).rejects.toThrow(TypeError);
  await expect(store.read([{ collection: 'a/b', id: 'c' }])).rejects.toThrow(TypeError);
});

test('the store returns values unchanged that BSON would interpret', async () => {
  const body = JSON.parse(
    '{"$ref": "a", "$id": 1, "_bsontype": "ObjectId", "a\\u0000b": 1, "lone": "\\ud800", "$set": {"x": 1}}',
  ) as Json;
  await insert(thing('a', { body }));
  expect((await store.read([{ collection: 'things', id: 'a' }]))[0]?.body).toStrictEqual(body);
});

test('the store returns the same list in parts for more keys than the planner merges', async () => {
  const documents = upTo(450).map((n) =>
    thing(`d${n}`, { position: Math.floor(n / 2) as Instant, keys: [`k${n}`, `k${(n * 7) % 450}`] }),
  );
  await insert(...documents);
  const anyOf = upTo(450).map((n) => `k${n}`);
  const inOrder = documents.toSorted((a, b) => b.position - a.position || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
  const ids = async (page: Parameters<DocumentStore['list']>[2]) =>
    (await store.list('things', { anyOf }, page)).map(({ id }) => id);
  expect(await ids({ limit: 1000 })).toEqual(inOrder);
  expect(await ids({ limit: 20, offset: 37 })).toEqual(inOrder.slice(37, 57));
  expect(await ids({ limit: 20, order: 'oldest' })).toEqual(inOrder.toReversed().slice(0, 20));
  expect(await store.count('things', { anyOf })).toBe(450);
});

/** A busy machine may need longer for 18 MB than the deadline of a call. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Unavailable) || tries === 10) throw error;
      await pause(500);
    }
}

test('the store reads and lists more than one answer of the server can hold', async () => {
  const large = 'x'.repeat(3_000_000);
  const documents = upTo(6).map((n) => thing(`d${n}`, { position: n as Instant, body: { n, large } }));
  for (const document of documents) await insert(document);
  const read = await patiently(() => store.read(documents.map(({ id }) => ({ collection: 'things', id }))));
  expect(read.map((document) => document?.id)).toEqual(documents.map(({ id }) => id));
  const listed = await patiently(() => store.list('things', { anyOf: ['k'] }, { limit: 8, order: 'oldest' }));
  expect(listed.map(({ id }) => id)).toEqual(documents.map(({ id }) => id));
  expect(await patiently(() => store.outdated('things', { below: 2, limit: 8 }))).toHaveLength(6);
});

test('the store reads two collections at one point in time', async () => {
  const refs = [
    { collection: 'things', id: 'a' },
    { collection: 'events', id: 'a' },
  ];
  await store.commit([
    { collection: 'things', insert: thing('a') },
    { collection: 'events', insert: thing('a') },
  ]);
  const writing = (async () => {
    for (const version of upTo(60).map((n) => n + 2))
      await store.commit(refs.map(({ collection }) => ({ collection, replace: thing('a', { version }) })));
  })();
  const seen: (readonly (number | undefined)[])[] = [];
  for (let isDone = false; !isDone; ) {
    seen.push((await store.read(refs)).map((document) => document?.version));
    isDone = seen.at(-1)?.[0] === 61;
  }
  await writing;
  expect(seen).toEqual(seen.map(([version]) => [version, version]));
});
