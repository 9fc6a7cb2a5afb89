/** A UTC day, `2027-01-31`. */
type Day = `${number}-${number}-${number}`;

/** When the deprecation of an operation was announced, and the day from which the operation may be gone. */
export type Deprecation = Readonly<{ since: Day; sunset: Day }>;

/** Months between announcement and end; docs/reference/versioning.md promises them. */
const NOTICE_MONTHS = 12;

/**
 * The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), as name and value in turn. Throws RangeError for a day that
 * does not exist, and for a notice of less than twelve months.
 */
export function deprecationHeaders({ since, sunset }: Deprecation): readonly string[] {
  const begin = startOf(since);
  const end = startOf(sunset);
  const earliest = new Date(begin);
  earliest.setUTCMonth(earliest.getUTCMonth() + NOTICE_MONTHS);
  if (end < earliest) throw new RangeError(`an operation deprecated on ${since} cannot end on ${sunset}`);
  return ['Deprecation', `@${begin.getTime() / 1000}`, 'Sunset', end.toUTCString()];
}

function startOf(day: Day): Date {
  const date = new Date(`${day}T00:00:00Z`);
  // JavaScript accepts the 30th of February as the 2nd of March.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) throw new RangeError(`no such day: ${day}`);
  return date;
}
