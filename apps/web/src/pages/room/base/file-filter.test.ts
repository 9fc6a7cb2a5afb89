import { expect, test } from '@jest/globals';
import { filterAt, fitsFilter, isFiltering } from './file-filter.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const file = {
  name: 'Lease.PDF',
  content_type: 'application/octet-stream',
  classification: 'C2',
  uploaded_by: 'ada',
  uploaded_at: '2026-11-29T13:00:00Z',
};

test('a file fits the filters of an address where each of them fits', () => {
  const fits = (query: string): boolean => fitsFilter(file, filterAt(new URLSearchParams(query)), NOW);
  expect(['', 'kind=pdf', 'label=C2&by=ada', 'since=today', 'kind=pdf&label=C2&by=ada&since=month'].map(fits)).toEqual(
    Array(5).fill(true),
  );
  expect(['kind=text', 'label=C3', 'by=bob', 'kind=pdf&by=bob'].map(fits)).toEqual(Array(4).fill(false));
});

test('the time since a file was added is counted back from now', () => {
  const fits = (since: string, at: string): boolean => fitsFilter({ ...file, uploaded_at: at }, { since }, NOW);
  expect(['today', 'week', 'month'].map((since) => fits(since, '2026-11-20T12:00:00Z'))).toEqual([false, false, true]);
  expect(['today', 'week'].map((since) => fits(since, '2026-11-24T12:00:00Z'))).toEqual([false, true]);
  expect(fits('ever', '2020-01-01T00:00:00Z')).toBe(true);
});

test('parameters without a value filter nothing', () => {
  expect([filterAt(new URLSearchParams('kind=&find=a')), isFiltering({})]).toEqual([{}, false]);
  expect(isFiltering(filterAt(new URLSearchParams('since=week')))).toBe(true);
});
