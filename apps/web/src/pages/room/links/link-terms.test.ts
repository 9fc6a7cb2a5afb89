import { describe, expect, test } from '@jest/globals';
import { dayOf } from '../members/membership-end.ts';
import { capProblem, dayProblem, defaultLinkTerms, parseCap, secondsUntilEndOf, splitLink } from './link-terms.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

describe('the terms of a link', () => {
  test('begin with a week and one download', () => {
    expect(defaultLinkTerms(NOW)).toMatchObject({ day: '2026-12-03', cap: '1' });
  });

  test('take a day from today to a year from now', () => {
    expect(dayProblem('', NOW)).toMatch(/^Choose the last day/);
    expect(dayProblem('2026-11-24', NOW)).toMatch(/^This day is over/);
    expect(dayProblem('2026-11-28', NOW)).toBeUndefined();
    expect(dayProblem('2027-11-28', NOW)).toMatch(/a year at most/);
    expect(secondsUntilEndOf('2026-12-03', NOW)).toBeGreaterThan(6 * 86_400);
  });

  test('end on the chosen day, even if the request takes half a minute', () => {
    const end = new Date(NOW + 30_000 + secondsUntilEndOf('2026-12-03', NOW) * 1000);
    expect(dayOf(end.toISOString())).toBe('2026-12-03');
  });

  test('take a cap within its bounds, at least the downloads so far, or none', () => {
    for (const cap of ['0', '-1', '1.5', '100001', 'x']) expect(capProblem(cap, 0)).toMatch(/from 1 to 100000/);
    expect([capProblem('', 3), capProblem('1', 0), capProblem('3', 3)]).toEqual([undefined, undefined, undefined]);
    expect(capProblem('2', 3)).toBe('It was downloaded 3 times already. Enter at least 3, or revoke it.');
    expect([parseCap(''), parseCap('7')]).toEqual([null, 7]);
  });
});

test('a link and its key are sent apart', () => {
  expect(splitLink('https://rooms.example/open#token=srl_a&k=Key')).toEqual({
    link: 'https://rooms.example/open#token=srl_a',
    key: 'Key',
  });
});
