import type { Openings } from '@strongroom/client';
import { dayOf } from './event-bursts.ts';

/** Openings of a day, or of the days from one on where a bar stands for several. */
export type DayCount = Readonly<{ day: string; until: string; count: number }>;
/** The days that bars stand for, the first day of each bar. */
export type DayAxis = Readonly<{ days: readonly string[]; step: number }>;

const MAX_BARS = 62;
const WEEK = 7;
const NOON = 'T12:00Z';
const DAY_MS = 86_400_000;

const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}${NOON}`) + days * DAY_MS).toISOString().slice(0, 10);
/** Days that a bar stands for. */
export const daysOfBar = ({ day, until }: Pick<DayCount, 'day' | 'until'>): number => between(day, until) + 1;
const between = (from: string, until: string): number =>
  Math.round((Date.parse(`${until}${NOON}`) - Date.parse(`${from}${NOON}`)) / DAY_MS);

type Counted = Pick<Openings, 'days'>;

/**
 * The axis of a report: from its first day, or the one that was asked for, to its last, or today. Many days share a bar by
 * weeks. None without two days.
 */
export function axisOf(
  all: readonly Counted[],
  { from, to, now = new Date() }: Readonly<{ from: string; to: string; now?: Date }>,
): DayAxis | undefined {
  const found = all.flatMap(({ days = [] }) => days.map(({ day }) => day)).toSorted();
  const [earliest] = found;
  if (earliest === undefined) return undefined;
  const today = dayOf(now.toISOString());
  const first = from === '' || from > earliest ? earliest : from;
  const asked = to === '' || to > today ? today : to;
  const latest = found.at(-1) ?? asked;
  const last = asked > latest ? asked : latest;
  const length = between(first, last) + 1;
  if (length < 2) return undefined;
  const step = length <= MAX_BARS ? 1 : WEEK * Math.ceil(length / (WEEK * MAX_BARS));
  return { days: Array.from({ length: Math.ceil(length / step) }, (_, bar) => later(first, bar * step)), step };
}

/** The openings of rows by the days of an axis. */
export function countDays(all: readonly Counted[], { days, step }: DayAxis): readonly DayCount[] {
  const [first = ''] = days;
  const counts = days.map(() => 0);
  for (const { days: own = [] } of all)
    for (const { day, count } of own) {
      const bar = Math.floor(between(first, day) / step);
      counts[bar] = (counts[bar] ?? 0) + count;
    }
  return days.map((day, bar) => ({ day, until: later(day, step - 1), count: counts[bar] ?? 0 }));
}

/** Different days of rows that have openings. */
export const activeDays = (all: readonly Counted[]): number =>
  new Set(all.flatMap(({ days = [] }) => days.map(({ day }) => day))).size;
