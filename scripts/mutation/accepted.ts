/** A mutant that no test has to notice. */
export type Accepted = Readonly<{
  file: string;
  /** A part of the source line, as it is without the mutant. */
  line: string;
  /** The mutated text, where the line has mutants that must be noticed. */
  becomes?: string;
  why: string;
}>;

const MODEL = 'packages/domain/src/model';
const VALUES = 'packages/domain/src/values';
const POLICY = 'packages/domain/src/policy';

export const ACCEPTED: readonly Accepted[] = [
  {
    file: `${VALUES}/labels.ts`,
    line: 'return rankA >= rankB ? a : b;',
    becomes: 'rankA > rankB',
    why: 'Labels of equal rank are the same label.',
  },
  {
    file: `${VALUES}/numbers.ts`,
    line: "typeof input !== 'number' || !Number.isInteger(input)",
    becomes: 'false',
    why: '`Number.isInteger` refuses everything that is not a number; the first check is for the compiler.',
  },
  {
    file: `${VALUES}/time.ts`,
    line: '(a > b ? a : b)',
    becomes: 'a >= b',
    why: 'Equal moments: either is the later one.',
  },
  {
    file: `${VALUES}/time.ts`,
    line: '(a < b ? a : b)',
    becomes: 'a <= b',
    why: 'Equal moments: either is the earlier one.',
  },
  {
    file: `${MODEL}/invitation-mail.ts`,
    line: 'if (invitation === undefined) throw new TypeError',
    why: '`invite` always adds an invitation; the check is for the compiler.',
  },
  {
    file: `${MODEL}/organisation.ts`,
    line: 'label === used[index]?.label',
    becomes: 'used[index].label',
    why: 'Both lists have the same length here; the `?` is for the compiler.',
  },
  {
    file: `${MODEL}/room.ts`,
    line: '(room.ownersTakenBy ?? [])',
    becomes: '["Stryker was here"]',
    why: 'An entry without a user and a time counts as expired.',
  },
  {
    file: `${POLICY}/decision.ts`,
    line: "if (!named) throw new TypeError('a policy names at least one rule that grants');",
    why: 'Every row has a granting rule, as `rules.test.ts` checks; the throw is for the compiler.',
  },
];
