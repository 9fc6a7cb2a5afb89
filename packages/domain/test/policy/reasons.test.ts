import { expect, test } from '@jest/globals';
import { type Decision, decide, ERRORS, POLICIES, type Policy } from '../../src/index.ts';
import { ACTIONS } from './actions.ts';
import type { Facts } from './facts-of.ts';
import { ROWS } from './rows.ts';

/** What is wrong with a decision, in view of its own policy; undefined when nothing is. */
function flawOf(policy: Policy, facts: Facts, decision: Decision): string | undefined {
  const { effect, reasons, refusal, refusedBy } = decision;
  const rules = [...policy.requires, ...policy.grantedBy];
  if (reasons.map((reason) => reason.rule).join() !== rules.map((rule) => rule.id).join()) return 'a rule is missing';
  if (reasons.some((reason, index) => reason.text !== rules[index]?.text)) return 'a sentence is another rule’s';
  if (reasons.some((reason, index) => reason.holds !== rules[index]?.holds(facts as never)))
    return 'a rule is misquoted';
  const required = reasons.slice(0, policy.requires.length).every((reason) => reason.holds);
  const granted = reasons.slice(policy.requires.length).some((reason) => reason.holds);
  if ((effect === 'allow') !== (required && granted)) return 'the effect does not follow from the reasons';
  if (effect === 'allow') return refusal === null && refusedBy === null ? undefined : 'allowed, and yet refused';
  const refusing = rules.find((rule, index) => rule.id === refusedBy && reasons[index]?.holds === false);
  if (refusing === undefined) return 'refused by a rule that holds';
  const ofCredential = refusing.refusal === 'INSUFFICIENT_SCOPE' || ERRORS[refusing.refusal].kind === 'unauthenticated';
  const told = policy.hides !== undefined && !ofCredential ? policy.hides : refusing.refusal;
  return refusal === told ? undefined : 'the code is not that of the rule';
}

test.each(ACTIONS)('%s names every rule with its outcome, allowed or not, without a short circuit', (action) => {
  let cases = 0;
  const flaws = new Set<string>();
  ROWS[action].each(
    action,
    ({ situation, facts }) => {
      cases++;
      const found = facts();
      const flaw = flawOf(POLICIES[action], found, decide(action, found));
      if (flaw !== undefined && flaws.size < 5) flaws.add(`${flaw}: ${JSON.stringify(situation)}`);
    },
    { clearance: [0, 3], roomLabel: [1, 4], fileLabel: [1, 4], creatorClearance: [0, 3], targetOverride: [0, 4] },
  );
  expect([...flaws]).toEqual([]);
  expect(cases).toBeGreaterThan(100);
});

test('every rule has an id, a sentence and a code, and one id never stands for two sentences in a policy', () => {
  for (const action of ACTIONS) {
    const rules = [...POLICIES[action].requires, ...POLICIES[action].grantedBy];
    for (const rule of rules) {
      expect(rule.id).toMatch(/^[a-z]+([-:_][a-z]+)*$/);
      expect(rule.text).toMatch(/^[A-Z].*\.$/);
      expect(Object.keys(ERRORS)).toContain(rule.refusal);
    }
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
  }
});

test('every policy says what is required and who is granted it', () => {
  for (const action of ACTIONS) {
    expect(POLICIES[action].requires.length).toBeGreaterThan(0);
    expect(POLICIES[action].grantedBy.length).toBeGreaterThan(0);
  }
});
