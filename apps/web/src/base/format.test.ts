import { expect, test } from '@jest/globals';
import { formatDateTime, formatEnd, formatWithZone } from './format.ts';

test('an end is named as its form named it: by the day, or to the minute', () => {
  const at = (hours: number, minutes: number): string => new Date(2026, 11, 7, hours, minutes, 40).toISOString();
  expect([formatEnd(at(23, 59)), formatEnd(at(23, 58))]).toEqual(['the end of 7 Dec 2026', 'the end of 7 Dec 2026']);
  expect([formatEnd(at(23, 40)), formatEnd(at(13, 59))]).toEqual(['7 Dec 2026, 23:40', '7 Dec 2026, 13:59']);
});

test('a moment of a mail says in which zone it is', () => {
  const moment = '2026-11-26T10:00:00.000Z';
  const zone = formatWithZone(moment).slice(formatDateTime(moment).length);
  expect(formatWithZone(moment)).toContain(formatDateTime(moment));
  expect(zone).toMatch(/^ (GMT|UTC)([+-]\d+(:\d+)?)?$/);
});
