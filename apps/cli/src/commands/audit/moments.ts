import { secondsOf, UsageProblem } from '@strongroom/command-line';

const DAY = /^\d{4}-\d\d-\d\d$/u;

/** Converts a day, a timestamp or a duration ago to the service's timestamp format. Throws UsageProblem. */
export function momentOf(option: string, text: string, now = Date.now()): string {
  if (/^(\d+[smhdw])+$/u.test(text)) return written(now - secondsOf(option, text) * 1000);
  const at = Date.parse(DAY.test(text) ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(at) || !/^\d{4}-/u.test(text))
    throw new UsageProblem(`${option} is a day (2027-01-31), a moment (2027-01-31T08:00:00Z) or a duration ago (24h).`);
  return written(at);
}

const written = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
