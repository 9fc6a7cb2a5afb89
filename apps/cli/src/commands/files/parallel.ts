import { type OptionDefinition, type TypedArguments, UsageProblem } from '@strongroom/command-line';

const USUAL = 4;
const MOST = 32;

export const PARALLEL_OPTION = {
  parallel: { value: 'N', text: `Number of transfers at a time, 1 to ${MOST}; ${USUAL} by default.` },
} as const satisfies Record<string, OptionDefinition>;

/** Throws UsageProblem. */
export function parseParallel(given: TypedArguments<'parallel', never>): number {
  const text = given.text('parallel');
  if (text === undefined) return USUAL;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > MOST)
    throw new UsageProblem(`--parallel is a whole number from 1 to ${MOST}.`);
  return number;
}
