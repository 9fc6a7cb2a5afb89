/** The last second of a day in this time zone, as the service takes it; null without one. */
export const endOfDay = (day: string): string | null =>
  day === '' ? null : `${new Date(`${day}T23:59:59`).toISOString().slice(0, 19)}Z`;

/** The day of an instant in this time zone, as a field of type date holds it. */
export function dayOf(instant: string | null): string {
  if (instant === null) return '';
  const day = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

export const ENDS_SOONER =
  'The room is archived, so the last day can only be an earlier one. After it the room is gone for them, and their links in it stop.';

export const ENDS = 'Leave it empty for no end. After this day the room is gone for them, and their links in it stop.';
