import { type Action, type Decision, decide, ERRORS, POLICIES, type Rule } from '../../src/index.ts';
import type { Facts } from './facts-of.ts';
import { ROWS } from './rows.ts';

export const rulesOf = (action: Action): readonly Rule<never>[] => [
  ...POLICIES[action].requires,
  ...POLICIES[action].grantedBy,
];

const isAllowed = (action: Action, facts: Facts): boolean =>
  POLICIES[action].requires.every((rule) => rule.holds(facts as never)) &&
  POLICIES[action].grantedBy.some((rule) => rule.holds(facts as never));

/** The first thing wrong with a decision in view of the rows it rests on; undefined when nothing is. */
function flawOf(action: Action, facts: Facts, decision: Decision): string | undefined {
  const { effect, reasons, refusal, refusedBy } = decision;
  const { within, names } = POLICIES[action];
  const rows = [...within, action, ...names];
  const rules = rows.flatMap(rulesOf);
  const seen = within.filter((sight) => isAllowed(sight, facts));
  const unneeded = seen.flatMap(rulesOf);
  const needed = rows.filter((row) => !seen.includes(row)).flatMap(rulesOf);
  for (const rule of rules) {
    const reason = reasons.find((one) => one.rule === rule.id);
    if (reason === undefined) {
      if (!unneeded.includes(rule) || rule.holds(facts as never)) return `${rule.id} is missing`;
    } else if (!reason.holds && !needed.includes(rule)) return `${rule.id} is an alternative to what made it visible`;
    else if (reason.text !== rule.text) return `${rule.id} has the sentence of another rule`;
    else if (reason.holds !== rule.holds(facts as never)) return `${rule.id} is misquoted`;
  }
  if (new Set(reasons.map(({ rule }) => rule)).size !== reasons.length) return 'a rule is named twice';
  if ((effect === 'allow') !== rows.every((row) => isAllowed(row, facts)))
    return 'the effect does not follow from the rows';
  if (effect === 'allow') return refusal === null && refusedBy === null ? undefined : 'allowed, yet refused';
  const refusing = rules.find((rule) => rule.id === refusedBy);
  if (refusing === undefined || refusing.holds(facts as never)) return 'refused by a rule that holds';
  const { kind } = ERRORS[refusing.refusal];
  // The state of what the caller sees is not a secret.
  const isOpen = refusing.refusal === 'INSUFFICIENT_SCOPE' || kind === 'unauthenticated' || kind === 'conflict';
  const codes = rows
    .filter((row) => rulesOf(row).includes(refusing))
    .map((row) => (isOpen ? undefined : POLICIES[row].hides) ?? refusing.refusal);
  return refusal !== null && codes.includes(refusal) ? undefined : 'the code is not that of the rule';
}

/** Decides in one in `step` situations of an action, and checks the reasons of each decision. */
export function flawsOf(action: Action, step = 1) {
  const flaws = new Set<string>();
  let decisions = 0;
  ROWS[action].each(
    action,
    ({ facts }) => {
      const found = facts();
      const flaw = flawOf(action, found, decide(action, found));
      if (flaw !== undefined) flaws.add(flaw);
      decisions++;
    },
    {},
    step,
  );
  return { flaws: [...flaws], decisions };
}
