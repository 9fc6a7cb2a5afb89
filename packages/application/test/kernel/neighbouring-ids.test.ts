import { expect, test } from '@jest/globals';
import { systemIds } from '@strongroom/adapter-local';
import { type Instant, isUuid } from '@strongroom/domain';
import { neighbouringIds } from '../../src/kernel/neighbouring-ids.ts';

const BEGUN = 1_700_000_000_000;

/** Makes ids, each a millisecond after the one before. */
function made(count: number): readonly string[] {
  let at = BEGUN;
  const newId = neighbouringIds({
    ids: systemIds,
    clock: { now: () => at++ as Instant, pause: () => Promise.resolve() },
  });
  return Array.from({ length: count }, newId);
}

test('ids are UUIDs of version 8, and no two are equal', () => {
  const ids = made(5000);
  expect(ids.every(isUuid)).toBe(true);
  expect(ids.every((id) => id[14] === '8')).toBe(true);
  expect(new Set(ids).size).toBe(5000);
});

test('ids of one moment are beside each other', () => {
  const ids = made(256);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids[0]?.slice(1, 13)).toBe('18bcfe5-6800');
  expect(BEGUN.toString(16)).toBe('18bcfe56800');
});

test('many ids begin with the same sixteen digits', () => {
  const digits = made(4096).map((id) => id.slice(0, 1));
  for (const digit of '0123456789abcdef') expect(digits.filter((first) => first === digit)).toHaveLength(256);
});
