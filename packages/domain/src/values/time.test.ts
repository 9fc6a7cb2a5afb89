import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  DAY,
  EPOCH,
  earlier,
  expiryAfter,
  formatInstant,
  HOUR,
  type Instant,
  instant,
  later,
  MINUTE,
  plus,
  SECOND,
} from './time.ts';

/** Between 1970 and 9999. */
const instants = fc.integer({ min: 0, max: 253_402_300_799_999 }).map(instant);

test('an instant is shown to the second, in UTC, without milliseconds', () => {
  expect(formatInstant(EPOCH)).toBe('1970-01-01T00:00:00Z');
  expect(formatInstant(instant(Date.UTC(2026, 0, 2, 3, 4, 5, 999)))).toBe('2026-01-02T03:04:05Z');
  expect(formatInstant(instant(-1))).toBe('1969-12-31T23:59:59Z');
  fc.assert(
    fc.property(instants, (at) => {
      expect(formatInstant(at)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
      expect(Date.parse(formatInstant(at))).toBe(at - (at % SECOND));
    }),
  );
});

test('a life is counted from the present second rounded up', () => {
  expect(expiryAfter(instant(1_000), 1)).toBe(2_000);
  expect(expiryAfter(instant(1_001), 1)).toBe(3_000);
  expect(expiryAfter(instant(1_999), 60)).toBe(62_000);
});

test('a lifetime has all its seconds, at most one more, and is shown exactly', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 31_536_000 }), (now, seconds) => {
      const end = expiryAfter(now, seconds);
      expect(end - now).toBeGreaterThanOrEqual(seconds * SECOND);
      expect(end - now).toBeLessThan((seconds + 1) * SECOND);
      expect(end % SECOND).toBe(0);
    }),
  );
});

test('an instant is a whole number of milliseconds', () => {
  expect(instant(7)).toBe(7);
  for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => instant(wrong)).toThrow(new RangeError('an instant is a whole number of milliseconds'));
});

test('time is added and compared in milliseconds', () => {
  expect([SECOND, MINUTE, HOUR, DAY]).toEqual([1000, 60_000, 3_600_000, 86_400_000]);
  expect(plus(instant(1000), HOUR)).toBe(3_601_000);
  expect(plus(instant(1000), -1000)).toBe(EPOCH);
  const [one, two] = [1 as Instant, 2 as Instant];
  expect([later(one, two), later(two, one), later(two, two)]).toEqual([2, 2, 2]);
  expect([earlier(one, two), earlier(two, one), earlier(one, one)]).toEqual([1, 1, 1]);
});
