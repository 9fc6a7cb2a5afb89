const two = (number: number): string => String(number).padStart(2, '0');

/** The time of day of a moment, in milliseconds, in local time: `14:32`. Rounded up, so that it is over by then. */
export function localTime(milliseconds: number): string {
  const at = new Date(Math.ceil(milliseconds / 60_000) * 60_000);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** A moment of the service (RFC 3339) in local time, such as `2027-01-31 09:05`. Any other text stays as it is. */
export function localMinute(moment: string): string {
  const at = new Date(moment);
  if (!/^\d{4}-\d{2}-\d{2}T/.test(moment) || Number.isNaN(at.getTime())) return moment;
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
