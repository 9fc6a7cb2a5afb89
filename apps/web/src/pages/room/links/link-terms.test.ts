import { describe, expect, test } from '@jest/globals';
import { dayOf } from '../base/last-day.ts';
import {
  capProblem,
  dayProblem,
  defaultLinkTerms,
  messageWith,
  namedFolders,
  nameOfFiles,
  parseCap,
  secondsUntilEndOf,
  splitLink,
} from './link-terms.ts';
import { extensions } from './quick-changes.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

describe('the terms of a link', () => {
  test('begin with a week and three downloads', () => {
    expect(defaultLinkTerms(NOW)).toMatchObject({ day: '2026-12-03', cap: '3' });
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

describe('a link to several files', () => {
  test('is called like the first one, and how many more, within the longest name', () => {
    const named = (...names: readonly string[]) => nameOfFiles(names.map((name) => ({ name })));
    expect([named(), named('a.pdf'), named('a.pdf', 'b.pdf', 'c.pdf')]).toEqual(['', 'a.pdf', 'a.pdf and 2 more']);
    expect(named('x'.repeat(300), 'b')).toBe(`${'x'.repeat(89)} and 1 more`);
  });

  test('shows each folder once', () => {
    expect(namedFolders(['Tax', '', 'Board', 'Tax'])).toEqual(['Board', 'Tax']);
  });
});

test('The message for a recipient has the link with its end and its cap, and no key that goes another way', () => {
  const terms = { recipient: 'Nora West', name: '', message: 'As we said.', day: '2026-12-03', cap: '2' };
  expect(messageWith('https://x/open#token=a', terms, { what: '3 files', isApart: true })).toBe(
    [
      'As we said.',
      '',
      '3 files for you: https://x/open#token=a',
      '',
      'The link works until the end of Thursday, 3 December 2026, for 2 downloads. You get its key apart.',
    ].join('\n'),
  );
});

test('several links are extended by a week, each from its own end, except those at the longest life', () => {
  const now = Date.parse('2026-11-26T12:00:00Z');
  const link = (id: string, end: string) => ({ id, expires_at: end, max_downloads: null, download_count: 0 });
  expect(
    extensions([link('soon', '2026-11-28T12:00:00Z'), link('over', '2026-11-01T12:00:00Z')], now).map(
      ({ link: { id }, terms }) => [id, terms.expires_at],
    ),
  ).toEqual([
    ['soon', '2026-12-05T12:00:00Z'],
    ['over', '2026-12-03T12:00:00Z'],
  ]);
  expect(extensions([link('longest', '2027-11-26T12:00:00Z')], now)).toEqual([]);
});
