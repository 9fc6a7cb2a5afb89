import { describe, expect, test } from '@jest/globals';
import { activeDays, axisOf, countDays } from './opening-days.ts';

const row = (...days: readonly (readonly [string, number])[]) => ({
  days: days.map(([day, count]) => ({ day, count })),
});
const NOW = new Date(2026, 10, 30, 12);
const ALL = [row(['2026-11-26', 2], ['2026-11-28', 1]), row(['2026-11-26', 1])];
const axis = (days: Readonly<{ from?: string; to?: string }> = {}, all = ALL) =>
  axisOf(all, { from: '', to: '', now: NOW, ...days });
const bars = (days?: Parameters<typeof axis>[0], all = ALL) => {
  const found = axis(days, all);
  return found === undefined ? undefined : countDays(all, found).map(({ day, count }) => `${day.slice(5)} ${count}`);
};

describe('the days of a report', () => {
  test('are those from the first opening to today, also those without any', () => {
    expect(bars()).toEqual(['11-26 3', '11-27 0', '11-28 1', '11-29 0', '11-30 0']);
  });

  test('are those that were asked for', () => {
    expect(bars({ from: '2026-11-25', to: '2026-11-28' })).toEqual(['11-25 0', '11-26 3', '11-27 0', '11-28 1']);
    expect(bars({ from: '2026-11-29', to: '2026-12-24' })?.at(-1)).toBe('11-30 0');
  });

  test('are none for one day, and without days of the service', () => {
    expect(bars({ from: '2026-11-26', to: '2026-11-26' }, [row(['2026-11-26', 3])])).toBeUndefined();
    expect(axis({}, [{ days: [] }])).toBeUndefined();
  });

  test('share bars by weeks where they are many, and no opening is lost', () => {
    const many = [row(['2026-01-01', 4], ['2026-11-30', 5])];
    const found = axis({}, many);
    expect(found?.step).toBe(7);
    const counted = found === undefined ? [] : countDays(many, found);
    expect(counted.map(({ count }) => count).filter((count) => count > 0)).toEqual([4, 5]);
    expect([counted.length, counted[0]?.until, counted.at(-1)?.day]).toEqual([48, '2026-01-07', '2026-11-26']);
  });

  test('are counted once for several rows', () => {
    expect(activeDays(ALL)).toBe(2);
  });
});
