import { expect, test } from '@jest/globals';
import { type Action, type Decision, decide, ERRORS, POLICIES, type Rule } from '../../src/index.ts';
import { ACTIONS } from './actions.ts';
import type { Facts } from './facts-of.ts';
import { ROWS } from './rows.ts';

const rulesOf = (action: Action): readonly Rule<never>[] => [
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
  const unneeded = within.filter((sight) => isAllowed(sight, facts)).flatMap(rulesOf);
  for (const rule of rules) {
    const reason = reasons.find((one) => one.rule === rule.id);
    if (reason === undefined) {
      if (!unneeded.includes(rule) || rule.holds(facts as never)) return `${rule.id} is missing`;
    } else if (reason.text !== rule.text) return `${rule.id} has the sentence of another rule`;
    else if (reason.holds !== rule.holds(facts as never)) return `${rule.id} is misquoted`;
  }
  if (new Set(reasons.map(({ rule }) => rule)).size !== reasons.length) return 'a rule is named twice';
  if ((effect === 'allow') !== rows.every((row) => isAllowed(row, facts)))
    return 'the effect does not follow from the rows';
  if (effect === 'allow') return refusal === null && refusedBy === null ? undefined : 'allowed, yet refused';
  const refusing = rules.find((rule) => rule.id === refusedBy);
  if (refusing === undefined || refusing.holds(facts as never)) return 'refused by a rule that holds';
  const ofCredential = refusing.refusal === 'INSUFFICIENT_SCOPE' || ERRORS[refusing.refusal].kind === 'unauthenticated';
  const codes = rows
    .filter((row) => rulesOf(row).includes(refusing))
    .map((row) => (ofCredential ? undefined : POLICIES[row].hides) ?? refusing.refusal);
  return refusal !== null && codes.includes(refusal) ? undefined : 'the code is not that of the rule';
}

test.each(ACTIONS)('%s names every rule it rests on, allowed or not, without a short circuit', (action) => {
  const flaws = new Set<string>();
  let decisions = 0;
  ROWS[action].each(action, ({ facts }) => {
    const found = facts();
    const flaw = flawOf(action, found, decide(action, found));
    if (flaw !== undefined) flaws.add(flaw);
    decisions++;
  });
  expect([...flaws]).toEqual([]);
  expect(decisions).toBeGreaterThan(0);
});

test('rule ids are unique: two rules never share one', () => {
  const rules = new Map<string, Rule<never>>();
  const shared = ACTIONS.flatMap(rulesOf).filter((rule) => {
    const known = rules.get(rule.id) ?? rule;
    rules.set(rule.id, known);
    return known.text !== rule.text || (known.holds !== rule.holds && !rule.id.startsWith('scope:'));
  });
  expect(shared.map((rule) => rule.id)).toEqual([]);
  expect(rules.size).toBeGreaterThan(50);
});

test('every policy requires or grants something, and a row it refers to refers to no further row', () => {
  for (const action of ACTIONS) {
    const { requires, grantedBy, within, names } = POLICIES[action];
    expect(requires.length).toBeGreaterThan(0);
    expect(grantedBy.length).toBeGreaterThan(0);
    for (const row of [...within, ...names]) {
      expect(POLICIES[row]).toMatchObject({ scope: null, within: [], names: [] });
      expect(POLICIES[row].hides).toBeDefined();
    }
  }
});
