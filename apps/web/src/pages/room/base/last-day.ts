import { localDay } from '../../../base/format.ts';

/** The last second of a day in this time zone, as the service takes it; null without one. */
export const endOfDay = (day: string): string | null =>
  day === '' ? null : `${new Date(`${day}T23:59:59`).toISOString().slice(0, 19)}Z`;

/** The day of an instant in this time zone, as a field of type date holds it. */
export const dayOf = (instant: string | null): string => (instant === null ? '' : localDay(new Date(instant)));
