import { expect, test } from '@jest/globals';
import { listResources, type ResourceSource } from './listing.ts';

/** Resources that are never read beyond what a query needs. */
function sourceOf(total: number, read: { items: number }): ResourceSource<number> {
  return {
    part: ({ offset, limit }) => {
      const items = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => offset + index);
      read.items += items.length;
      return Promise.resolve({ items, total });
    },
    indexed: (equalities) => (equalities.has('id') ? Promise.resolve([Number(equalities.get('id'))]) : undefined),
    shown: (items) => Promise.resolve(items.map((id) => ({ id: `${id}`, even: id % 2 === 0 }))),
  };
}

const query = (text: string): URLSearchParams => new URLSearchParams(text);

test('a list looks through 2000 resources, and refuses a filter that would look through more', async () => {
  const read = { items: 0 };
  const found = await listResources(query('filter=even eq true&startIndex=1000&count=5'), sourceOf(2000, read));
  expect(found).toMatchObject({ totalResults: 1000, startIndex: 1000, itemsPerPage: 1, Resources: [{ id: '1998' }] });
  expect(read.items).toBe(2000);
  const more = { items: 0 };
  await expect(listResources(query('filter=even eq true'), sourceOf(2001, more))).rejects.toMatchObject({
    scimType: 'tooMany',
  });
  expect(more.items).toBeLessThanOrEqual(500);
});

test('a filter looks on behind a page that leaves something out', async () => {
  const whole = sourceOf(1200, { items: 0 });
  const part: typeof whole.part = async (of) => {
    const { items, total } = await whole.part(of);
    return { items: items.filter((id) => id !== 7), total };
  };
  const found = await listResources(query('filter=even eq false&count=1'), { ...whole, part });
  expect(found).toMatchObject({ totalResults: 599 });
});

test('a list reads nothing else where an index finds the resource', async () => {
  const read = { items: 0 };
  const found = await listResources(query('filter=id eq "7"'), sourceOf(1_000_000, read));
  expect([found['totalResults'], read.items]).toEqual([1, 0]);
});

test('a list answers at most 200 resources at once', async () => {
  const read = { items: 0 };
  const found = await listResources(query('count=5000&startIndex=0'), sourceOf(1000, read));
  expect(found).toMatchObject({ totalResults: 1000, startIndex: 1, itemsPerPage: 200 });
});
