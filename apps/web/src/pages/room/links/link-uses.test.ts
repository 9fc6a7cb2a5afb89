import { describe, expect, test } from '@jest/globals';
import { newestUses, usesIn } from './link-uses.ts';

const event = (number: number, redemption: string, data = {}) => ({
  id: `${number}`,
  occurred_at: `2026-11-30T12:00:${String(number).padStart(2, '0')}Z`,
  data: { redemption, ...data },
  request: { id: 'r', ip: '192.0.2.7' },
});

/** Two downloads of three files each, the newest event first. */
const EVENTS = [6, 5, 4, 3, 2, 1].map((number) => event(number, number > 3 ? 'b' : 'a'));

/** Pages of some events each. */
const pagesOf = (size: number) => async (cursor: string | undefined) => {
  const start = Number(cursor ?? 0);
  const end = start + size;
  return { data: EVENTS.slice(start, end), meta: { next_cursor: end < EVENTS.length ? String(end) : null } };
};

describe('the downloads of a link', () => {
  test('are counted by their files, and begin with their oldest event', () => {
    expect(usesIn([event(7, 'b', { replayed: true }), ...EVENTS])).toEqual([
      { key: 'b', at: '2026-11-30T12:00:04Z', files: 3, from: '192.0.2.7' },
      { key: 'a', at: '2026-11-30T12:00:01Z', files: 3, from: '192.0.2.7' },
    ]);
  });

  test('are whole where a page of events ends within one', async () => {
    const found = await newestUses(pagesOf(4), { most: 20, pages: 10 });
    expect(found.map(({ files }) => files)).toEqual([3, 3]);
  });

  test('are read as far as they are shown, and a cut one is left out', async () => {
    const shown = async (most: number, pages: number) =>
      (await newestUses(pagesOf(2), { most, pages })).map(({ key }) => key);
    expect(await shown(1, 10)).toEqual(['b']);
    expect(await shown(20, 2)).toEqual(['b']);
    expect(await shown(20, 1)).toEqual([]);
  });
});
