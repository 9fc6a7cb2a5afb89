import { describe, expect, test } from '@jest/globals';
import { quickChanges } from './quick-changes.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const SOON = '2026-03-12T12:00:00Z';
const PAST = '2026-03-01T12:00:00Z';

describe('the quick changes of a link', () => {
  test.each([
    ['works', SOON, 3, 1, [{ max_downloads: 4 }, { expires_at: '2026-03-19T12:00:00Z' }]],
    ['works without a limit', SOON, null, 9, [{ expires_at: '2026-03-19T12:00:00Z' }]],
    ['is used up', SOON, 3, 3, [{ max_downloads: 4 }]],
    ['has expired', PAST, 3, 1, [{ expires_at: '2026-03-17T12:00:00Z' }]],
    ['has expired without a limit', PAST, null, 9, [{ expires_at: '2026-03-17T12:00:00Z' }]],
    ['is used up and has expired', PAST, 3, 3, [{ max_downloads: 4, expires_at: '2026-03-17T12:00:00Z' }]],
    ['works for a year', '2027-03-09T12:00:00Z', 3, 1, [{ max_downloads: 4 }]],
    ['has used up all downloads that there are', SOON, 100_000, 100_000, []],
  ])('that %s keep or bring it to work', (_, end, most, used, expected) => {
    const link = { expires_at: end, max_downloads: most, download_count: used };
    expect(quickChanges(link, NOW).map(({ terms }) => terms)).toEqual(expected);
  });
});
