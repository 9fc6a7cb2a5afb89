import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Change, type StoredDocument, VersionConflict } from '@strongroom/ports';
import { Generations } from '../../src/documents/generations.ts';
import { openSqliteDocuments, type SqliteDocumentStore } from '../../src/index.ts';
import { instant } from '../../src/runtime/instant.ts';
import { alter, insert, read, replace, THINGS, thing, upTo, workplace } from './things.ts';

let place: Awaited<ReturnType<typeof workplace>>;
let store: SqliteDocumentStore;
/** A second connection to the same file. */
let other: SqliteDocumentStore;

beforeEach(async () => {
  place = await workplace();
  store = await openSqliteDocuments({ path: place.path });
  other = await openSqliteDocuments({ path: place.path });
});
afterEach(async () => {
  await store.close();
  await other.close();
  await place.clear();
});

const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = store.counters.statements;
  await work();
  return store.counters.statements - before;
};

const remove = ({ id, version }: StoredDocument): Change => ({ collection: THINGS, remove: { id, version } });
const unique = (id: string, uniqueKey: string): StoredDocument => ({ ...thing(id), uniqueKeys: [uniqueKey] });
const holderOf = async (from: SqliteDocumentStore, uniqueKey: string): Promise<string | undefined> =>
  (await from.read([{ collection: THINGS, uniqueKey }]))[0]?.id;
const next = (document: StoredDocument): StoredDocument => ({ ...document, version: document.version + 1 });

describe('a document that was read once', () => {
  test('is read again by one statement, which compares versions', async () => {
    await store.commit([insert(thing('a')), insert(unique('b', 'u'))]);
    const both = () => Promise.all([read(store, 'a'), holderOf(store, 'u'), read(store, 'absent')]);
    const first = await both();
    expect(await statementsOf(async () => expect(await both()).toEqual(first))).toBe(1);
  });

  test('costs the same for present and absent documents, also after changes of the present ones', async () => {
    await store.commit([insert(thing('a'))]);
    await Promise.all([read(store, 'a'), read(store, 'absent')]);
    await store.commit([replace(thing('a'), 'new')]);
    expect(await statementsOf(async () => expect(await read(store, 'a')).toMatchObject({ body: 'new' }))).toBe(1);
    expect(await statementsOf(async () => expect(await read(store, 'absent')).toBeUndefined())).toBe(1);
  });

  test('takes as many statements as one that was never read or is absent, once the reads are evened out', async () => {
    await store.commit([insert(thing('a')), insert(thing('b')), insert(unique('c', 'u'))]);
    const lookups = (id: string, uniqueKey: string) => [
      { collection: THINGS, id },
      { collection: THINGS, uniqueKey },
      { collection: THINGS, id: 'of-the-caller' },
    ];
    await store.read(lookups('b', 'no-key'));
    const evenedOut = (id: string, uniqueKey: string) =>
      statementsOf(async () => store.evenOut([await store.read(lookups(id, uniqueKey))]));
    const inMemory = async () => {
      await store.read(lookups('a', 'u'));
      return evenedOut('a', 'u');
    };
    const neverRead = await evenedOut('a', 'u');
    expect(await inMemory()).toBe(neverRead);
    expect(await evenedOut('absent', 'absent')).toBe(neverRead);
    expect(await evenedOut('absent', 'absent')).toBe(neverRead);
  });

  test('is evened out without an error by a closed store, and for answers of another store', async () => {
    expect(await store.evenOut([[], [undefined]])).toBeUndefined();
    const answer = await store.read([{ collection: THINGS, id: 'a' }]);
    await store.close();
    expect(await store.evenOut([answer])).toBeUndefined();
  });

  test('is replaced by an equal state durably, without rewriting its text', async () => {
    await store.commit([insert(thing('a', { n: 1 }, ['k']))]);
    const before = await read(store, 'a');
    if (before === undefined) throw new TypeError('what was inserted is not there');
    const again = { collection: THINGS, replace: { ...before, version: 2 } };
    await store.commit([again]);
    expect([await read(store, 'a'), await read(other, 'a')]).toEqual([next(before), next(before)]);
    await expect(store.commit([again])).rejects.toThrow(VersionConflict);
    await other.commit([replace(next(thing('a', null, ['k'])), 'new')]);
    const late = { collection: THINGS, replace: next(next(before)) };
    await expect(store.commit([late])).rejects.toThrow(VersionConflict);
    expect(await read(store, 'a')).toMatchObject({ version: 3, body: 'new' });
  });

  test('makes a page of a list one statement within its transaction', async () => {
    await store.commit(upTo(60).map((n) => insert(thing(`n${n}`, n, ['k']))));
    const frame = 4; // two comparisons of versions, BEGIN, COMMIT
    const page = (offset: number) => store.list(THINGS, { anyOf: ['k'] }, { limit: 20, offset });
    expect(await statementsOf(() => page(0))).toBe(frame + 2);
    expect(await statementsOf(() => page(1))).toBe(frame + 2);
    expect([await statementsOf(() => page(1)), await statementsOf(() => page(0))]).toEqual([frame + 1, frame + 1]);
    expect([await statementsOf(() => page(1)), await statementsOf(() => page(0))]).toEqual([1, 1]);
    await other.commit([insert(thing('elsewhere'))]);
    await store.read(upTo(60).map((n) => ({ collection: THINGS, id: `n${n}` })));
    expect(await statementsOf(() => page(0))).toBe(frame + 1);
  });

  test('reads many documents of one collection by one statement', async () => {
    await store.commit(upTo(100).map((n) => insert(thing(`n${n}`, n))));
    const refs = upTo(100).map((n) => ({ collection: THINGS, id: `n${n}` }));
    const all = async () => expect((await store.read(refs)).map((found) => found?.body)).toEqual(upTo(100));
    expect(await statementsOf(all)).toBeLessThanOrEqual(5);
  });
});

describe('a change is seen at once', () => {
  const writers = [
    ['by this connection', () => store],
    ['by another connection', () => other],
  ] as const;

  test.each(writers)('%s: documents are replaced, removed and inserted', async (_, writer) => {
    await store.commit([insert(thing('a')), insert(thing('b'))]);
    await Promise.all(['a', 'b', 'c'].map((id) => read(store, id)));
    await writer().commit([replace(thing('a'), 'new'), remove(thing('b')), insert(thing('c'))]);
    const bodies = await Promise.all(['a', 'b', 'c'].map(async (id) => (await read(store, id))?.body));
    expect(bodies).toEqual(['new', undefined, null]);
  });

  test.each(writers)('%s: a unique key that moves, and one that is freed', async (_, writer) => {
    await store.commit([insert(unique('a', 'u')), insert(thing('b'))]);
    expect([await holderOf(store, 'u'), await holderOf(store, 'v')]).toEqual(['a', undefined]);
    const [a, b] = [next(unique('a', 'v')), next(unique('b', 'u'))];
    await writer().commit([
      { collection: THINGS, replace: b },
      { collection: THINGS, replace: a },
    ]);
    expect([await holderOf(store, 'u'), await holderOf(store, 'v')]).toEqual(['b', 'a']);
    await writer().commit([remove(b)]);
    expect([await holderOf(store, 'u'), await holderOf(store, 'v')]).toEqual([undefined, 'a']);
  });

  test('a refused commit changes nothing that is known', async () => {
    await store.commit([insert(thing('a')), insert(thing('b'))]);
    await Promise.all([read(store, 'a'), read(store, 'b')]);
    const refused = store.commit([replace(thing('a'), 'new'), replace({ ...thing('b'), version: 7 }, 'late')]);
    await expect(refused).rejects.toThrow(VersionConflict);
    expect([await read(store, 'a'), await read(store, 'b')]).toEqual([thing('a'), thing('b')]);
  });

  test.each(writers)('%s: an expected version is refused, also within one group', async (_, writer) => {
    const expected = (version: number): Change => ({ collection: THINGS, expect: { id: 'a', version } });
    await store.commit([insert(thing('a')), insert(thing('b'))]);
    await Promise.all([read(store, 'a'), read(store, 'b')]);
    await writer().commit([replace(thing('a'), 'new')]);
    await expect(store.commit([expected(1), replace(thing('b'), 'late')])).rejects.toThrow(VersionConflict);
    const outcomes = await Promise.allSettled([
      store.commit([expected(2), insert(thing('c'))]),
      store.commit([replace({ ...thing('a'), version: 2 }, 'newer')]),
      store.commit([expected(2), insert(thing('d'))]),
      store.commit([expected(3), insert(thing('e'))]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  test('by a program that is not a store', async () => {
    await store.commit([insert(thing('a'))]);
    await read(store, 'a');
    alter(place.path, `UPDATE documents SET body = '"altered"'`);
    expect(await read(store, 'a')).toMatchObject({ body: 'altered' });
  });

  test('whatever two connections change in turn, both read the same', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const versions = new Map<string, StoredDocument>();
    for (const step of upTo(200)) {
      const writer = step % 3 === 0 ? other : store;
      const id = ids[(step * 7) % ids.length] ?? '';
      const before = versions.get(id);
      if (before === undefined) {
        const made = { ...unique(id, `of ${id}`), body: step };
        await writer.commit([insert(made)]);
        versions.set(id, made);
      } else if (step % 5 === 0) {
        await writer.commit([remove(before)]);
        versions.delete(id);
      } else {
        const changed = { ...next(before), body: step, uniqueKeys: [step % 2 === 0 ? `of ${id}` : `also of ${id}`] };
        await writer.commit([{ collection: THINGS, replace: changed }]);
        versions.set(id, changed);
      }
      const expected = ids.map((one) => versions.get(one));
      for (const reader of [store, other]) {
        expect(await reader.read(ids.map((one) => ({ collection: THINGS, id: one })))).toEqual(expected);
        const holder = versions.get(id)?.uniqueKeys.includes(`of ${id}`) === true ? id : undefined;
        expect(await holderOf(reader, `of ${id}`)).toBe(holder);
      }
    }
  });
});

describe('a page of a list that was read twice', () => {
  const list = (from: SqliteDocumentStore, ...anyOf: readonly string[]) =>
    from.list(THINGS, { anyOf }, { limit: 2, order: 'oldest' });
  const idsOf = async (...keys: readonly string[]) => {
    await list(store, ...keys);
    return (await list(store, ...keys)).map(({ id }) => id);
  };
  const at = (document: StoredDocument, position: number): StoredDocument => ({
    ...document,
    position: instant(position),
  });

  test.each([
    ['by this connection', () => store],
    ['by another connection', () => other],
  ] as const)('shows at once what is changed %s', async (_, writer) => {
    const [a, b, c] = [thing('a', null, ['k']), thing('b', null, ['k', 'l']), thing('c', null, ['l'])];
    await store.commit([a, b, c].map(insert));
    expect([await idsOf('k'), await idsOf('l'), await idsOf('k', 'l')]).toEqual([
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'b'],
    ]);
    await writer().commit([{ collection: THINGS, replace: at(next(a), 3000) }]);
    expect([await idsOf('k'), await idsOf('l'), await idsOf('k', 'l')]).toEqual([
      ['b', 'a'],
      ['b', 'c'],
      ['b', 'c'],
    ]);
    await writer().commit([{ collection: THINGS, replace: { ...next(c), keys: [], body: 'unlisted' } }]);
    expect([await idsOf('k'), await idsOf('l'), await idsOf('k', 'l')]).toEqual([['b', 'a'], ['b'], ['b', 'a']]);
    await writer().commit([remove(b), insert(at(thing('d', null, ['l', 'k']), 5))]);
    expect([await idsOf('k'), await idsOf('l'), await idsOf('k', 'l')]).toEqual([['d', 'a'], ['d'], ['d', 'a']]);
    await writer().commit([
      { collection: THINGS, replace: { ...next(at(thing('d', null, ['l', 'k']), 5)), body: 'new' } },
    ]);
    expect(await list(store, 'l')).toMatchObject([{ id: 'd', version: 2, body: 'new' }]);
  });

  test('is remembered by what it has, not by its limit', async () => {
    const many = upTo(129).map((n) => insert(thing(`n${n}`, n, ['many', ...(n < 128 ? ['less'] : [])])));
    await store.commit([insert(thing('a', null, ['k'])), ...many]);
    const all = async (key: string) => {
      const list1000 = () => store.list(THINGS, { anyOf: [key] }, { limit: 1000 });
      const first = await list1000();
      await list1000();
      return statementsOf(async () => expect(await list1000()).toEqual(first));
    };
    expect([await all('k'), await all('none'), await all('less')]).toEqual([1, 1, 1]);
    expect(await all('many')).toBeGreaterThan(1);
  });

  test('takes one statement again after changes of what it does not list, and of documents that stay in it', async () => {
    await store.commit([insert(thing('a', null, ['k'])), insert(thing('b', null, ['l']))]);
    await idsOf('k');
    await store.commit([replace(thing('a', null, ['k']), 'new'), insert(thing('c', null, ['l'])), remove(thing('b'))]);
    expect(await statementsOf(async () => expect(await list(store, 'k')).toMatchObject([{ body: 'new' }]))).toBe(1);
    await store.commit([insert(thing('d', null, ['k']))]);
    expect(await statementsOf(() => list(store, 'k'))).toBeGreaterThan(1);
  });

  test('is dropped, the one that was used least recently, when there are more than five hundred', async () => {
    const cost = (key: string) => statementsOf(() => list(store, key));
    const lastOf = async (key: string) => [await cost(key), await cost(key), await cost(key)].at(-1);
    await lastOf('used');
    for (const n of upTo(600)) {
      expect(await lastOf(`k${n}`)).toBe(1);
      expect(await cost('used')).toBe(1);
    }
    expect([await cost('k599'), await cost('k0')]).toEqual([1, 5]);
  });
});

describe('a bounded map', () => {
  test('keeps used entries, drops others, and never exceeds its size', () => {
    const map = new Generations<number>(10_000);
    map.set('group', 'used', 1, 0);
    for (const n of upTo(1000)) {
      map.set('group', `n${n}`, n, 100);
      expect(map.get('group', 'used')).toBe(1);
    }
    expect(map.get('group', 'n0')).toBeUndefined();
    expect(map.get('group', 'n999')).toBe(999);
    expect(upTo(1000).filter((n) => map.has('group', `n${n}`)).length * 200).toBeLessThanOrEqual(10_000);
  });

  test('counts the size of an entry once, however often it is set', () => {
    const map = new Generations<number>(10_000);
    map.set('group', 'other', 1, 0);
    for (const n of upTo(1000)) map.set('group', 'hot', n, 1000);
    expect([map.get('group', 'hot'), map.get('group', 'other')]).toEqual([999, 1]);
  });
});
