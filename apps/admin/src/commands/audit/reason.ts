import { type TypedArguments, UsageProblem } from '@strongroom/command-line';

const MAX_REASON = 200;

export const REASON = {
  value: 'TEXT',
  text: `The reason, for auditors: one line, at most ${MAX_REASON} characters; required.`,
} as const;

/** The reason that an operator gives for auditors. Throws UsageProblem. */
export function readReason(given: Pick<TypedArguments<'reason', never>, 'text'>): string {
  const reason = given.text('reason')?.trim() ?? '';
  if (reason === '') throw new UsageProblem('say why, for auditors: --reason TEXT.');
  if (reason.length > MAX_REASON || /[\p{Cc}\p{Surrogate}\u2028-\u202e\u2066-\u2069]/u.test(reason))
    throw new UsageProblem(`--reason is one line of at most ${MAX_REASON} characters.`);
  return reason;
}
