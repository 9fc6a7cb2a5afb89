import { UsageProblem } from '../errors/problem.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const DURATION = /^(\d{1,9}[smhdw])+$/u;

/** The help text for options that take a duration. */
export const DURATIONS = 'such as 30m, 12h, 7d, 2w or 1d12h';

/** Parses a duration such as `30d` and returns seconds. Throws UsageProblem. */
export function secondsOf(option: string, text: string): number {
  if (!DURATION.test(text)) throw new UsageProblem(`${option} is a duration ${DURATIONS}.`);
  const parts = text.matchAll(/(\d+)([smhdw])/gu);
  return [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
}
