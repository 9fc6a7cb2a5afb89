import { beforeEach, describe, expect, test } from '@jest/globals';
import { createSecrets } from '@strongroom/adapter-local';
import { Lists, type PageRequest } from '../../src/kernel/lists.ts';
import type { Bare } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { addOne, aRunner } from './setting.ts';

let setting: Awaited<ReturnType<typeof aRunner>>;
let lists: Lists;
beforeEach(async () => {
  setting = await aRunner();
  lists = new Lists({ documents: setting.documents, secrets: createSecrets('the secret of these lists') });
});

/** Adds events that are numbered from 0. */
const add = async (events: number) => {
  for (let number = 0; number < events; number++) await addOne(setting.runner);
};

const page = async (request: Bare<PageRequest>, { name = 'events:all', labels = [''], maxTotal = 1000 } = {}) => {
  const { items, meta } = await lists.pageOfLog({ name, filter: { labels }, maxTotal }, request as PageRequest);
  return { numbers: items.map(({ seq }) => seq), ...meta };
};
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

describe('a page of the audit log', () => {
  test('has the newest fifty events when nothing else is asked for', async () => {
    await add(51);
    const { nextCursor, ...first } = await page({});
    expect(first).toEqual({ numbers: down(50, 1), page: 1, perPage: 50, total: 51, totalIsExact: true });
    expect(nextCursor).toEqual(expect.any(String));
  });

  test('is found by its number', async () => {
    await add(7);
    expect(await page({ page: 3, perPage: 3 })).toEqual({
      numbers: [0],
      page: 3,
      perPage: 3,
      total: 7,
      totalIsExact: true,
      nextCursor: null,
    });
    expect((await page({ page: 2, perPage: 3 })).numbers).toEqual([3, 2, 1]);
    expect((await page({ page: 4, perPage: 3 })).numbers).toEqual([]);
  });

  test('leads to the next one by a cursor, whatever was added since', async () => {
    await add(7);
    const first = await page({ perPage: 3 });
    await add(2);
    const second = await page({ perPage: 3, cursor: String(first.nextCursor) });
    const third = await page({ perPage: 3, cursor: String(second.nextCursor) });
    expect([first.numbers, second.numbers, third.numbers]).toEqual([[6, 5, 4], [3, 2, 1], [0]]);
    expect([first.page, second.page, third.page]).toEqual([1, null, null]);
    expect(third.nextCursor).toBeNull();
  });

  test('keeps the total of the first page', async () => {
    await add(4);
    const first = await page({ perPage: 3 });
    await add(1);
    expect(await page({ perPage: 3, cursor: String(first.nextCursor) })).toMatchObject({ total: 4 });
    expect(await page({ perPage: 3 })).toMatchObject({ total: 5 });
  });

  test('has no cursor when it ends with the oldest event', async () => {
    await add(3);
    expect((await page({ perPage: 3 })).nextCursor).toBeNull();
    expect((await page({ perPage: 3 }, { labels: [] })).nextCursor).toBeNull();
  });

  test.each([
    [4, { total: 4, totalIsExact: true }],
    [5, { total: 5, totalIsExact: true }],
    [6, { total: 5, totalIsExact: false }],
    [8, { total: 5, totalIsExact: false }],
  ])('says of %d events whether a total of at most 5 is exact', async (events, meta) => {
    await add(events);
    const first = await page({ perPage: 2 }, { maxTotal: 5 });
    expect(first).toMatchObject(meta);
    expect(await page({ perPage: 2, cursor: String(first.nextCursor) }, { maxTotal: 5 })).toMatchObject(meta);
  });

  test('counts no further than one event beyond its bound', async () => {
    await add(1);
    const bounds: number[] = [];
    const { audit } = setting.documents;
    const count = audit.count.bind(audit);
    audit.count = (filter, atMost) => {
      bounds.push(atMost);
      return count(filter, atMost);
    };
    await page({}, { maxTotal: 5 });
    expect(bounds).toEqual([6]);
  });

  test('refuses a cursor of the log with another filter', async () => {
    await add(2);
    const cursor = String((await page({ perPage: 1 })).nextCursor);
    expect(await codeOf(page({ cursor }, { name: 'events:denied' }))).toBe('INVALID_CURSOR');
  });

  test('refuses a page beside a cursor, and a numbered page beyond the first 10,000 events', async () => {
    await add(2);
    const cursor = String((await page({ perPage: 1 })).nextCursor);
    expect(await codeOf(page({ cursor, page: 1 }))).toBe('VALIDATION_ERROR');
    expect(await codeOf(page({ page: 10_001, perPage: 1 }))).toBe('VALIDATION_ERROR');
  });
});
