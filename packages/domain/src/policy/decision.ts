import { ruleHolds as holdsFor, type Rule } from '../rule.ts';
import { ERRORS, type ErrorCode } from '../values/errors.ts';
import { type Action, type FactsOf, POLICIES, type Policy } from './policies.ts';
import { roomMember } from './rules/rooms.ts';

/** One rule of a decision, and whether it holds. */
export type Reason = Readonly<{ rule: string; text: string; holds: boolean }>;

/** A decision with every reason. The audit event, the explanation and the error come from this one value. */
export type Decision = Readonly<{
  action: Action;
  effect: 'allow' | 'deny';
  reasons: readonly Reason[];
  /** The one code the caller may know, or null. */
  refusal: ErrorCode | null;
  /** The rule of that code, for the audit log, or null. */
  refusedBy: string | null;
}>;

type AnyRule = Rule<never>;

/** The table guarantees that the facts of an action are those of all its rules. */
const holds = (rule: AnyRule, facts: unknown): boolean => holdsFor(rule as unknown as Rule<unknown>, facts);
type Judged = Readonly<{
  policy: Policy;
  /** The rules a refusal may name; none when the row allows. */
  failed: readonly AnyRule[];
}>;

/**
 * Decides on the facts in the order credential, scope, sight, right, names of the body, state. Pure. Every failed rule
 * is a reason. A rule that throws does not hold, so it allows nothing.
 */
export function decide<A extends Action>(action: A, facts: FactsOf<A>): Decision {
  const own = judge(action, facts);
  const { within, names } = own.policy;
  const sights = within.map((sight) => judge(sight, facts));
  const named = names.map((name) => judge(name, facts));
  return new Decided(action, facts, { own, sights, named });
}

/** Whether an action is allowed: the effect of `decide`, without the reasons and at a fraction of their cost. Pure. */
export function allows<A extends Action>(action: A, facts: FactsOf<A>): boolean {
  const policy = policyOf(action);
  return (
    isMet(policy, facts) &&
    policy.within.every((row) => isMet(policyOf(row), facts)) &&
    policy.names.every((row) => isMet(policyOf(row), facts))
  );
}

const isMet = ({ requires, grantedBy }: Policy, facts: unknown): boolean =>
  requires.every((rule) => holds(rule, facts)) && grantedBy.some((rule) => holds(rule, facts));

type Rows = Readonly<{ own: Judged; sights: readonly Judged[]; named: readonly Judged[] }>;

/**
 * Finds the reasons when asked for them: few callers do, and the list is most of the cost of a decision. They are not fields of
 * its own, so `{ ...decision }` has none. A class, because each getter of an object literal makes V8 a hidden class that lives
 * until the next full collection: 10 % of the processor time of a download-url.
 */
class Decided implements Decision {
  readonly action: Action;
  readonly effect: Decision['effect'];
  readonly refusal: ErrorCode | null;
  readonly refusedBy: string | null;
  readonly #facts: unknown;
  readonly #rows: Rows;

  constructor(action: Action, facts: unknown, rows: Rows) {
    const refused = refusalOf(rows.sights, rows.own, rows.named);
    this.action = action;
    this.effect = refused === undefined ? 'allow' : 'deny';
    this.refusal = refused === undefined ? null : shown(refused.policy, refused.rule);
    this.refusedBy = refused?.rule.id ?? null;
    this.#facts = facts;
    this.#rows = rows;
  }

  get reasons(): readonly Reason[] {
    const { own, sights, named } = this.#rows;
    return reasonsOf(this.#facts, sights, [own, ...named]);
  }
}

function judge(action: Action, facts: unknown): Judged {
  const policy = policyOf(action);
  const failed = policy.requires.filter((rule) => !holds(rule, facts));
  const granted = policy.grantedBy.some((rule) => holds(rule, facts));
  return { policy, failed: granted ? failed : [...failed, ungranted(policy, facts)] };
}

function policyOf(action: Action): Policy {
  const policy = Object.hasOwn(POLICIES, action) ? POLICIES[action] : undefined;
  if (policy === undefined) throw new TypeError(`no policy names the action ${action}`);
  return policy;
}

/**
 * The granting rule to name if none holds. Where a room role or an organisation role would grant, a member lacks the
 * room role, and everyone else the organisation role.
 */
function ungranted(policy: Policy, facts: unknown): AnyRule {
  const level = holds(roomMember, facts) ? 'room' : 'organisation';
  const named = policy.grantedBy.find((rule) => rule.level === level) ?? policy.grantedBy[0];
  if (!named) throw new TypeError('a policy names at least one rule that grants');
  return named;
}

type Refused = Readonly<{ policy: Policy; rule: AnyRule }>;

function refusalOf(sights: readonly Judged[], own: Judged, named: readonly Judged[]): Refused | undefined {
  if (isAllowed(own) && sights.every(isAllowed) && named.every(isAllowed)) return undefined;
  const ofCredential = [own, ...sights, ...named].flatMap(({ policy, failed }) =>
    failed.filter((rule) => precedence(rule.refusal) <= OF_THE_CREDENTIAL).map((rule) => ({ policy, rule })),
  );
  const first = speaksFirst(ofCredential);
  if (first) return first;
  for (const row of sights) {
    const unseen = speaksFirst(rulesOf(row));
    if (unseen) return unseen;
  }
  const right = speaksFirst(rulesOf(own));
  if (right && precedence(right.rule.refusal) < OF_STATE) return right;
  const ofNamed = named.map((row) => speaksFirst(rulesOf(row))).filter((one) => one !== undefined);
  return ofNamed.find(({ rule }) => precedence(rule.refusal) < OF_STATE) ?? right ?? ofNamed[0];
}

const isAllowed = ({ failed }: Judged): boolean => failed.length === 0;

const rulesOf = ({ policy, failed }: Judged): readonly Refused[] => failed.map((rule) => ({ policy, rule }));

const speaksFirst = (refused: readonly Refused[]): Refused | undefined =>
  refused.reduce<Refused | undefined>(
    (first, next) =>
      first === undefined || precedence(next.rule.refusal) < precedence(first.rule.refusal) ? next : first,
    undefined,
  );

/** Order of refusals: token, scope, absent, role, label, state. */
const OF_THE_CREDENTIAL = 1;
const OF_STATE = 5;
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
  return PRECEDENCE[code] ?? OF_STATE;
}

/**
 * Rows hide resources from valid credentials; a problem of the credential itself reveals nothing else. The state speaks last, about
 * what the caller sees.
 */
function shown({ hides }: Policy, { refusal }: AnyRule): ErrorCode {
  const order = precedence(refusal);
  return hides !== undefined && order > OF_THE_CREDENTIAL && order < OF_STATE ? hides : refusal;
}

/**
 * Each rule once. For a visible resource the reasons include only the rules that make it visible, not the alternatives.
 */
function reasonsOf(facts: unknown, sights: readonly Judged[], others: readonly Judged[]): readonly Reason[] {
  const reasons = new Map<string, Reason>();
  const add = ({ policy }: Judged, onlyHolding: boolean) => {
    for (const rule of [...policy.requires, ...policy.grantedBy]) {
      const reason = { rule: rule.id, text: rule.text, holds: holds(rule, facts) };
      if (reason.holds || !onlyHolding) reasons.set(rule.id, reason);
    }
  };
  for (const sight of sights) add(sight, isAllowed(sight));
  for (const other of others) add(other, false);
  return [...reasons.values()];
}
