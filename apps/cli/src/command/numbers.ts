import { UsageProblem } from '../errors/problem.ts';

/** A whole number from 1, of an option; undefined where it was not given. Throws UsageProblem. */
export function countOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/u.test(text)) throw new UsageProblem(`${option} is a whole number from 1.`);
  return Number(text);
}
