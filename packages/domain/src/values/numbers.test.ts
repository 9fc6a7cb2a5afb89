import { describe, expect, test } from '@jest/globals';
import {
  DEFAULT_PER_PAGE,
  DownloadCap,
  FileSize,
  LONGEST_TRANSFER,
  MAX_FILE_BYTES,
  MAX_PER_PAGE,
  PageNumber,
  PerPage,
  ShareSeconds,
  TokenSeconds,
} from './numbers.ts';
import type { Value } from './value.ts';

const YEAR = 31_536_000;

describe.each<readonly [string, Value<number>, number, number]>([
  ['FileSize', FileSize, 0, 104_857_600],
  ['ShareSeconds', ShareSeconds, 1, YEAR],
  ['TokenSeconds', TokenSeconds, 1, YEAR],
  ['DownloadCap', DownloadCap, 1, 100_000],
])('%s', (_, value, min, max) => {
  test(`goes from ${min} to ${max}`, () => {
    expect([value.is(min), value.is(max)]).toEqual([true, true]);
    expect(value.problem(min - 1)).toMatchObject({
      rule: 'integer',
      code: 'VALIDATION_ERROR',
      message: `must be at least ${min}`,
    });
    expect(value.problem(max + 1)?.message).toBe(`must be at most ${max}`);
    expect(value.schema).toMatchObject({ type: 'integer', minimum: min, maximum: max });
  });

  test('takes whole numbers only, and no text that looks like one', () => {
    for (const input of [
      1.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      '1',
      true,
      null,
      undefined,
      [1],
      1n,
    ])
      expect(value.problem(input)).toMatchObject({ code: 'VALIDATION_ERROR', message: 'must be a whole number' });
  });
});

test('a file of more than 100 MiB is refused with FILE_TOO_LARGE', () => {
  expect(MAX_FILE_BYTES).toBe(100 * 1024 * 1024);
  expect(FileSize.problem(MAX_FILE_BYTES + 1)?.code).toBe('FILE_TOO_LARGE');
  expect(FileSize.problem(-1)?.code).toBe('VALIDATION_ERROR');
  expect(FileSize.problem(Number.MAX_SAFE_INTEGER)?.code).toBe('FILE_TOO_LARGE');
});

test('a page is counted from 1, and more than 100 a page is a form to be clamped, not an error', () => {
  expect([PageNumber.is(0), PageNumber.is(1), PageNumber.is(1_000_000)]).toEqual([false, true, true]);
  expect([PerPage.is(0), PerPage.is(1), PerPage.is(101), PerPage.is(1_000_000)]).toEqual([false, true, true, true]);
  expect([DEFAULT_PER_PAGE, MAX_PER_PAGE]).toEqual([50, 100]);
});

test('a page beyond any end may be asked for: it is empty, not refused', () => {
  expect(PageNumber.is(Number.MAX_SAFE_INTEGER)).toBe(true);
  expect(PerPage.is(Number.MAX_SAFE_INTEGER)).toBe(true);
});

test('the largest file has two hours and a quarter on the slowest line', () => {
  expect(LONGEST_TRANSFER).toBe(8192);
});
