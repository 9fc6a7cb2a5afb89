import { ERRORS, type ErrorCode } from '../errors.ts';
import { type Action, type FactsOf, POLICIES, type Policy } from './policies.ts';
import { type Rule, roomMember } from './rules.ts';

/** One rule of a decision, and whether it holds. */
export type Reason = Readonly<{ rule: string; text: string; holds: boolean }>;

/** A decision with every reason. Audit, explanation and the error answered come from this one value. */
export type Decision = Readonly<{
  action: Action;
  effect: 'allow' | 'deny';
  reasons: readonly Reason[];
  /** The one code the caller may know; null when allowed. */
  refusal: ErrorCode | null;
  /** The rule that code comes from, for audit; null when allowed. */
  refusedBy: string | null;
}>;

/**
 * Decides on the facts. Pure, without short circuit: every failed rule is named. A rule that throws does not hold, and
 * what does not hold allows nothing.
 */
export function decide<A extends Action>(action: A, facts: FactsOf<A>): Decision {
  const policy: Policy = POLICIES[action];
  const required = policy.requires.map((rule) => ({ rule, holds: holds(rule, facts) }));
  const granting = policy.grantedBy.map((rule) => ({ rule, holds: holds(rule, facts) }));
  const failed = required.filter((asked) => !asked.holds).map((asked) => asked.rule);
  const granted = granting.some((asked) => asked.holds);
  const reasons = [...required, ...granting].map((asked) => ({
    rule: asked.rule.id,
    text: asked.rule.text,
    holds: asked.holds,
  }));
  if (failed.length === 0 && granted) return { action, effect: 'allow', reasons, refusal: null, refusedBy: null };
  const refusedBy = speaksFirst(granted ? failed : [...failed, ungranted(policy, facts)]);
  return { action, effect: 'deny', reasons, refusal: shown(policy, refusedBy), refusedBy: refusedBy.id };
}

function holds(rule: Rule<never>, facts: unknown): boolean {
  try {
    return (rule as unknown as Rule<unknown>).holds(facts) === true;
  } catch {
    return false;
  }
}

/**
 * Which granting rule to name when none holds. Where a room role or an organisation role would do, a member lacks the
 * room role and anybody else the organisation role (interface section 2, "Oversight").
 */
function ungranted(policy: Policy, facts: unknown): Rule<never> {
  const ofRoom = policy.grantedBy.filter((rule) => rule.refusal === 'INSUFFICIENT_ROOM_ROLE');
  const ofOrganisation = policy.grantedBy.filter((rule) => rule.refusal !== 'INSUFFICIENT_ROOM_ROLE');
  const isMember = holds(roomMember, facts);
  const named = (isMember ? ofRoom[0] : ofOrganisation[0]) ?? policy.grantedBy[0];
  if (!named) throw new TypeError('a policy names at least one rule that grants');
  return named;
}

/** Token before scope before absent before role before label before state (interface section 1, "Order of checks"). */
const OF_THE_CREDENTIAL = 1;
const PRECEDENCE: Partial<Record<ErrorCode, number>> = {
  INSUFFICIENT_SCOPE: OF_THE_CREDENTIAL,
  INSUFFICIENT_ROLE: 3,
  INSUFFICIENT_ROOM_ROLE: 3,
  CLEARANCE_INSUFFICIENT: 4,
  SHARE_NOT_ALLOWED: 4,
};

function precedence(code: ErrorCode): number {
  const kind = ERRORS[code].kind;
  if (kind === 'unauthenticated') return 0;
  if (kind === 'absent') return 2;
  return PRECEDENCE[code] ?? 5;
}

/** What a policy hides, it hides from good credentials; what is wrong with the credential itself tells of nothing else. */
const shown = (policy: Policy, refusedBy: Rule<never>): ErrorCode =>
  policy.hides !== undefined && precedence(refusedBy.refusal) > OF_THE_CREDENTIAL ? policy.hides : refusedBy.refusal;

function speaksFirst(failed: readonly Rule<never>[]): Rule<never> {
  return failed.reduce((first, rule) => (precedence(rule.refusal) < precedence(first.refusal) ? rule : first));
}
