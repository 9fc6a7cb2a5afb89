import { dayOf } from './event-bursts.ts';

/** Midnight of a day where the person is, as the service reads moments; none for a text that is not a day. */
export function midnightOf(day: string, daysLater = 0): string | undefined {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + daysLater);
  return Number.isNaN(at.getTime()) ? undefined : `${at.toISOString().slice(0, 19)}Z`;
}

/** The first of the last days, today among them, where the person is. */
export function firstOfDays(days: number, now = new Date()): string {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - days);
  return dayOf(at.toISOString());
}
