import { expect, test } from '@jest/globals';
import { systemIds } from '@strongroom/adapter-local';
import { type Instant, isUuid } from '@strongroom/domain';
import { fileIds } from '../../src/steps/uploads/file-ids.ts';

const BEGUN = 1_700_000_000_000;

/** As many ids, each a millisecond after the one before. */
function made(count: number): readonly string[] {
  let at = BEGUN;
  const newId = fileIds({ ids: systemIds, clock: { now: () => at++ as Instant, pause: () => Promise.resolve() } });
  return Array.from({ length: count }, newId);
}

test('ids of files are UUIDs of version 8, and no two are equal', () => {
  const ids = made(5000);
  expect(ids.every(isUuid)).toBe(true);
  expect(ids.every((id) => id[14] === '8')).toBe(true);
  expect(new Set(ids).size).toBe(5000);
});

test('files of one moment have ids beside each other', () => {
  const ids = made(256);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids[0]?.slice(1, 13)).toBe('18bcfe5-6800');
  expect(BEGUN.toString(16)).toBe('18bcfe56800');
});

test('many files use all sixteen shelves alike', () => {
  const shelves = made(4096).map((id) => id.slice(0, 1));
  for (const digit of '0123456789abcdef') expect(shelves.filter((shelf) => shelf === digit)).toHaveLength(256);
});
