import { UsageProblem } from '../errors/problem.ts';

/** The value of an option as a whole number from 1; undefined if the option is absent. Throws UsageProblem. */
export function parseCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/u.test(text)) throw new UsageProblem(`${option} is a whole number from 1.`);
  return Number(text);
}
