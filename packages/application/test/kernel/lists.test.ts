import { describe, expect, test } from '@jest/globals';
import { createSecrets, MemoryDocumentStore } from '@strongroom/adapter-local';
import { type DomainError, EPOCH, plus } from '@strongroom/domain';
import { type ListQuery, Lists, type PageRequest } from '../../src/kernel/lists.ts';
import { defineCollection, documentOf } from '../../src/store/collection.ts';
import type { Bare } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';

type Entry = Readonly<{ id: string; at: number; key: string }>;

const entries = defineCollection<Entry>({
  name: 'entries',
  id: (entry) => entry.id,
  position: (entry) => plus(EPOCH, entry.at),
  keys: (entry) => [entry.key],
});

/** Entries 1 … n; each two neighbours have the same age. */
async function aList(entriesAtFirst: number, overrides: Partial<ListQuery<Entry>> = {}) {
  const documents = new MemoryDocumentStore();
  const secrets = createSecrets('the secret of these lists');
  const add = (number: number, key = 'shown') =>
    documents.commit([
      {
        collection: entries.name,
        insert: documentOf(entries, { id: idOf(number), at: Math.ceil(number / 2), key }, 1),
      },
    ]);
  const remove = (number: number) =>
    documents.commit([{ collection: entries.name, remove: { id: idOf(number), version: 1 } }]);
  for (let number = 1; number <= entriesAtFirst; number++) await add(number);
  const lists = new Lists({ documents, secrets });
  const list: ListQuery<Entry> = {
    name: 'entries',
    collection: entries,
    selection: { anyOf: ['shown'] },
    ...overrides,
  };
  const page = async (request: Bare<PageRequest>, of: Partial<ListQuery<Entry>> = {}) => {
    const { items, meta } = await lists.page({ ...list, ...of }, request as PageRequest);
    return { numbers: items.map((entry) => Number(entry.id)), ...meta };
  };
  return { page, add, remove, documents, secrets, list, lists };
}

const idOf = (number: number): string => String(number).padStart(4, '0');
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

test('a page has the newest fifty items when nothing else is asked for', async () => {
  const { page } = await aList(120);
  const first = await page({});
  expect(first.numbers).toEqual(down(120, 71));
  expect(first).toMatchObject({ page: 1, perPage: 50, total: 120 });
});

test('a numbered page skips the pages before it', async () => {
  const { page } = await aList(25);
  expect(await page({ page: 3, perPage: 10 })).toEqual({
    numbers: down(5, 1),
    page: 3,
    perPage: 10,
    total: 25,
    nextCursor: null,
  });
});

test('a page past the end is empty and knows the total', async () => {
  const { page } = await aList(3);
  expect(await page({ page: 9, perPage: 2 })).toMatchObject({ numbers: [], page: 9, total: 3, nextCursor: null });
});

test('an empty list has one empty page', async () => {
  const { page } = await aList(0);
  expect(await page({})).toEqual({ numbers: [], page: 1, perPage: 50, total: 0, nextCursor: null });
});

test('a page has at most a hundred items', async () => {
  const { page } = await aList(101);
  const first = await page({ perPage: 1_000_000 });
  expect([first.numbers.length, first.perPage]).toEqual([100, 100]);
});

test('a list may begin with its oldest items', async () => {
  const { page } = await aList(5, { order: 'oldest' });
  const first = await page({ perPage: 3 });
  expect(first.numbers).toEqual([1, 2, 3]);
  expect((await page({ perPage: 3, cursor: String(first.nextCursor) })).numbers).toEqual([4, 5]);
});

test('cursors lead through the whole list, each entry once', async () => {
  const { page } = await aList(23);
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const next: Awaited<ReturnType<typeof page>> = await page(
      cursor === null ? { perPage: 5 } : { perPage: 5, cursor },
    );
    seen.push(...next.numbers);
    expect(next.page).toBe(cursor === null ? 1 : null);
    cursor = next.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(down(23, 1));
});

test('the last page has no cursor, also when it is full', async () => {
  const { page } = await aList(10);
  const first = await page({ perPage: 5 });
  expect((await page({ perPage: 5, cursor: String(first.nextCursor) })).nextCursor).toBeNull();
});

test('entries added or removed between pages neither repeat nor skip the others', async () => {
  const { page, add, remove } = await aList(20);
  const first = await page({ perPage: 5 });
  for (const number of [21, 22, 23]) await add(number);
  await remove(16); // the entry of the cursor
  await remove(18);
  await remove(13);
  const second = await page({ perPage: 5, cursor: String(first.nextCursor) });
  expect(first.numbers).toEqual([20, 19, 18, 17, 16]);
  expect(second.numbers).toEqual([15, 14, 12, 11, 10]);
});

test('a numbered page counts the total, and its cursor carries it', async () => {
  const { page, add } = await aList(9);
  await add(100, 'hidden');
  const first = await page({ perPage: 5 });
  await add(10);
  expect(first.total).toBe(9);
  expect((await page({ perPage: 5, cursor: String(first.nextCursor) })).total).toBe(9);
  expect((await page({ page: 1, perPage: 5 })).total).toBe(10);
});

test('a list whose total is given is not counted', async () => {
  const { page, documents } = await aList(3);
  documents.count = () => Promise.reject(new Error('counted'));
  expect((await page({}, { total: 3 })).total).toBe(3);
});

test('a cursor of another list is refused', async () => {
  const { page } = await aList(9);
  const { nextCursor } = await page({ perPage: 5 });
  expect(await codeOf(page({ cursor: String(nextCursor) }, { name: 'others' }))).toBe('INVALID_CURSOR');
});

test('a cursor of the same list with another filter is refused', async () => {
  const { page } = await aList(9, { name: 'entries:of one room' });
  const cursor = String((await page({ perPage: 5 })).nextCursor);
  expect((await page({ perPage: 5, cursor })).numbers).toEqual(down(4, 1));
  expect(await codeOf(page({ cursor }, { name: 'entries:of another room' }))).toBe('INVALID_CURSOR');
});

test('a request that no list of the kind can answer is refused before anything is read', async () => {
  const { page, lists } = await aList(9, { name: 'entries:of one room' });
  const cursor = String((await page({ perPage: 5 })).nextCursor);
  const check = (kind: string, request: Bare<PageRequest>) => () => lists.check(kind, request as PageRequest);
  expect(check('entries', { cursor })).not.toThrow();
  expect(check('entries', {})).not.toThrow();
  for (const [kind, request] of [
    ['others', { cursor }],
    ['entries', { cursor: 'made up' }],
  ] as const)
    expect(check(kind, request)).toThrow(expect.objectContaining({ code: 'INVALID_CURSOR' }));
  expect(check('entries', { page: 10_001, perPage: 1 })).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
});

test('a numbered page ends within the first 10,000 items', async () => {
  const { page } = await aList(1);
  for (const request of [{ page: 200 }, { page: 100, perPage: 100 }, { page: 10_000, perPage: 1 }])
    expect((await page(request)).numbers).toEqual([]);
  for (const request of [{ page: 201 }, { page: 101, perPage: 100 }, { page: 101, perPage: 1000 }])
    await expect(page(request)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [
        {
          field: 'page',
          rule: 'depth',
          message: 'page times per_page may be at most 10000; to go on, pass next_cursor as cursor',
        },
      ],
    });
});

test('a list with a bound counts at most one item beyond it', async () => {
  const { page, documents } = await aList(9, { maxTotal: 5 });
  const bounds: (number | undefined)[] = [];
  const count = documents.count.bind(documents);
  documents.count = (collection, selection, atMost) => {
    bounds.push(atMost);
    return count(collection, selection, atMost);
  };
  await page({});
  expect(bounds).toEqual([6]);
});

test('a cursor that was changed, cut or made up is refused', async () => {
  const { page, secrets } = await aList(9);
  const cursor = String((await page({ perPage: 5 })).nextCursor);
  const changed = Array.from(
    cursor,
    (_, at) => `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`,
  );
  const madeUp = ['', 'x', cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, secrets.seal('cursor', '1 2 3')];
  const codes = await Promise.all([...changed, ...madeUp].map((text) => codeOf(page({ perPage: 5, cursor: text }))));
  expect(new Set(codes)).toEqual(new Set(['INVALID_CURSOR']));
});

test('page and cursor exclude each other', async () => {
  const { page } = await aList(9);
  const cursor = String((await page({ perPage: 5 })).nextCursor);
  await expect(page({ cursor, page: 1 })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ field: 'cursor', rule: 'exclusive', message: 'cursor and page exclude each other' }],
  } satisfies Partial<Record<keyof DomainError, unknown>>);
});

describe('a short list in memory', () => {
  type Item = Readonly<{ id: string; rank: number }>;
  const item = (id: string, rank: number): Item => ({ id, rank });
  const lists = new Lists({
    documents: new MemoryDocumentStore(),
    secrets: createSecrets('the secret of these lists'),
  });
  const place = { id: (each: Item) => each.id, order: (each: Item) => each.rank };
  const cut = (all: readonly Item[], request: Bare<PageRequest>, name = 'items') => {
    const { items, meta } = lists.cut(name, all, place, request as PageRequest);
    return { ids: items.map((each) => each.id).join(''), ...meta };
  };
  const all = [item('a', 1), item('d', 2), item('c', 2), item('b', 2), item('e', 3)];

  test('comes in rising order, and items of one rank by falling id', () => {
    expect(cut(all.toReversed(), {})).toEqual({ ids: 'adcbe', page: 1, perPage: 50, total: 5, nextCursor: null });
  });

  test('comes in pages, by number and by cursor', () => {
    const first = cut(all, { perPage: 2 });
    expect([first.ids, first.page, first.total]).toEqual(['ad', 1, 5]);
    expect(cut(all, { perPage: 2, page: 2 }).ids).toBe('cb');
    const second = cut(all, { perPage: 2, cursor: String(first.nextCursor) });
    expect([second.ids, second.page]).toEqual(['cb', null]);
    expect(cut(all, { perPage: 2, cursor: String(second.nextCursor) })).toMatchObject({ ids: 'e', nextCursor: null });
    expect(cut(all, { perPage: 2, page: 9 }).ids).toBe('');
    const three = cut(all, { perPage: 3 });
    expect([three.ids, cut(all, { perPage: 3, cursor: String(three.nextCursor) }).ids]).toEqual(['adc', 'be']);
  });

  test('continues after a deleted item, also among items of its rank', () => {
    const cursor = String(cut(all, { perPage: 2 }).nextCursor);
    const without = all.filter((each) => each.id !== 'd');
    expect(cut(without, { perPage: 2, cursor }).ids).toBe('cb');
    expect(cut([item('z', 2), ...without, item('0', 1)], { perPage: 3, cursor }).ids).toBe('cbe');
    expect(cut([item('a', 1)], { cursor }).ids).toBe('');
  });

  test('has no cursor after its last item, and keeps the total of its first page', () => {
    const first = cut(all.slice(0, 4), { perPage: 2 });
    expect(cut(all.slice(0, 4), { perPage: 2, page: 2 })).toMatchObject({ ids: 'cb', nextCursor: null });
    const cursor = String(first.nextCursor);
    expect(cut(all, { perPage: 2, cursor })).toMatchObject({ ids: 'cb', total: 4 });
  });

  test('refuses a cursor of another list, and one beside a page', () => {
    const cursor = String(cut(all, { perPage: 2 }).nextCursor);
    expect(() => cut(all, { cursor }, 'others')).toThrow('cursor is not one of this list');
    expect(() => cut(all, { cursor, page: 1 })).toThrow('not valid');
  });
});

test.each([
  [4, { total: 4, totalIsExact: true }],
  [5, { total: 5, totalIsExact: true }],
  [6, { total: 5, totalIsExact: false }],
  [20, { total: 5, totalIsExact: false }],
])('a bounded total of %d documents says whether it is exact, on every page', async (entriesAtFirst, meta) => {
  const { page } = await aList(entriesAtFirst, { maxTotal: 5 });
  const first = await page({ perPage: 2 });
  expect(first).toMatchObject(meta);
  expect(await page({ perPage: 2, cursor: String(first.nextCursor) })).toMatchObject(meta);
});

test('only a list with a bound says whether its total is exact', async () => {
  const { page } = await aList(3);
  expect(await page({})).not.toHaveProperty('totalIsExact');
});

test.each(['newest', 'oldest'] as const)(
  'pages of a list that leaves items out, %s first, are as if those were not there',
  async (order) => {
    const numbers = [1, 2, 3, 4, 5];
    for (let out = 0; out < 2 ** numbers.length; out++) {
      const isOut = (number: number): boolean => (out & (1 << (number - 1))) !== 0;
      const without = numbers
        .filter(isOut)
        .map((number) => ({ position: plus(EPOCH, Math.ceil(number / 2)), id: idOf(number) }));
      const { page } = await aList(numbers.length, { order, without });
      const kept = (order === 'oldest' ? numbers : numbers.toReversed()).filter((number) => !isOut(number));
      for (const perPage of [1, 2, 3]) {
        const byNumber = [];
        for (let number = 1; number <= 6; number++) byNumber.push(...(await page({ page: number, perPage })).numbers);
        expect([without, byNumber]).toEqual([without, kept]);
        const byCursor = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const found = await page({ perPage, ...(cursor !== undefined && { cursor }) });
          expect(found.total).toBe(kept.length);
          byCursor.push(...found.numbers);
          cursor = found.nextCursor;
        }
        expect([without, byCursor]).toEqual([without, kept]);
      }
    }
  },
);
