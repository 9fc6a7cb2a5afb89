import { expect, test } from '@jest/globals';
import { visitAfter } from './visits.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-11-30T12:00:00Z');

test('a look within half an hour belongs to the same visit, and a later one ends it', () => {
  const first = visitAfter(undefined, { files: 1, now: NOON });
  expect(first).toEqual({ files: 1, at: NOON, since: NOON });
  const later = visitAfter(first, { files: 2, now: NOON + 60 * MINUTE });
  expect(later).toEqual({ files: 2, at: NOON + 60 * MINUTE, since: NOON });
  const again = visitAfter(later, { files: 2, now: NOON + 61 * MINUTE });
  expect(again).toEqual({ files: 2, at: NOON + 61 * MINUTE, since: NOON });
  expect(visitAfter(again, { files: 2, now: NOON + 92 * MINUTE }).since).toBe(NOON + 61 * MINUTE);
});

test('nothing is new after all was marked as seen', () => {
  const visit = { files: 1, at: NOON, since: NOON - 60 * MINUTE };
  expect(visitAfter(visit, { files: 2, now: NOON + MINUTE, isAllSeen: true }).since).toBe(NOON + MINUTE);
});
