import { type Rule, ruleHolds } from '../rule.ts';
import { ABILITY_REQUESTS } from './ability-requests.ts';
import { ABILITIES, type AbilitySubject } from './ability-table.ts';
import { type Action, POLICIES } from './policies.ts';

type AnyRule = Rule<unknown>;

/** Rules, one of which must hold: `places` in the list of rules about the subject, or `ofRequest`. */
type Alternatives = Readonly<{ places: readonly number[]; ofRequest: readonly AnyRule[] }>;

/** The rules of an action: its own, those of the sight that comes first, and those of the things that its request names. */
type Plan = Readonly<{
  action: Action;
  /** Rules about the subject; all of them hold. */
  all: readonly number[];
  /** Rules that depend on what a request says; all of them hold. */
  allOfRequest: readonly AnyRule[];
  /** One alternative of each has to hold. */
  some: readonly Alternatives[];
  /** The facts that requests add; undefined for an action that takes none. */
  requests: Requests | undefined;
}>;

type Requests = (facts: object) => readonly object[];

/** A rule that was not asked yet, one that does not hold, and one that does. */
const UNKNOWN = 0;
const FAILS = 1;
const HOLDS = 2;

/**
 * Finds the actions about one subject that are allowed. Each rule about the subject itself is asked once, whatever the number of
 * actions that name it: this is most of the cost of `may`. Rules read the same facts for each action, because requests only add
 * facts and replace none (`RequestFacts`). Loops, because closures and lists cost more here than the rules.
 */
class AbilityPlans {
  readonly #plans: readonly Plan[];
  readonly #rules: readonly AnyRule[];
  /** Answers of the rules for the facts at hand. Every call clears them, and none waits. */
  readonly #known: Uint8Array;

  constructor(subject: AbilitySubject) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `ABILITY_REQUESTS` does not compile with a function for other facts
    const requests = ABILITY_REQUESTS[subject] as unknown as Readonly<Partial<Record<Action, Requests>>>;
    const actions: readonly Action[] = ABILITIES[subject];
    // A rule of an action without requests reads facts of the subject only, or the table of abilities does not compile.
    const plain = actions.filter((action) => requests[action] === undefined);
    this.#rules = distinct(plain.flatMap(rowsOf).flatMap(({ requires, grantedBy }) => [...requires, ...grantedBy]));
    this.#known = new Uint8Array(this.#rules.length);
    this.#plans = actions.map((action) => this.#planOf(action, requests[action]));
  }

  #planOf(action: Action, requests: Requests | undefined): Plan {
    const rows = rowsOf(action);
    const split = (rules: readonly AnyRule[]): Alternatives => {
      const places = rules.map(({ id }) => this.#rules.findIndex((known) => known.id === id));
      return {
        places: places.filter((place) => place >= 0),
        ofRequest: rules.filter((_, i) => places[i] === -1),
      };
    };
    const required = split(distinct(rows.flatMap(({ requires }) => requires)));
    const some = rows.map(({ grantedBy }) => split(grantedBy));
    return { action, all: required.places, allOfRequest: required.ofRequest, some, requests };
  }

  allowed(facts: object): readonly Action[] {
    this.#known.fill(UNKNOWN);
    const allowed: Action[] = [];
    for (const plan of this.#plans) if (this.#allows(plan, facts)) allowed.push(plan.action);
    return allowed;
  }

  #allows({ all, some, allOfRequest, requests }: Plan, facts: object): boolean {
    for (const place of all) if (!this.#isMet(place, facts)) return false;
    let isOpen = allOfRequest.length > 0;
    for (const alternatives of some) {
      if (this.#isOneMet(alternatives, facts)) continue;
      if (alternatives.ofRequest.length === 0) return false;
      isOpen = true;
    }
    if (requests === undefined) return true;
    const asked = requests(facts);
    if (!isOpen) return asked.length > 0;
    return asked.some((request) => {
      const its = { ...facts, ...request };
      return (
        allOfRequest.every((rule) => ruleHolds(rule, its)) &&
        some.every((one) => this.#isOneMet(one, facts) || one.ofRequest.some((rule) => ruleHolds(rule, its)))
      );
    });
  }

  #isOneMet({ places }: Alternatives, facts: object): boolean {
    for (const place of places) if (this.#isMet(place, facts)) return true;
    return false;
  }

  #isMet(place: number, facts: object): boolean {
    const known = this.#known[place];
    if (known !== UNKNOWN) return known === HOLDS;
    const rule = this.#rules[place];
    const isHeld = rule !== undefined && ruleHolds(rule, facts);
    this.#known[place] = isHeld ? HOLDS : FAILS;
    return isHeld;
  }
}

/** The rules of a policy have unique ids, but those of scopes are made for each row. */
const distinct = (rules: readonly AnyRule[]): readonly AnyRule[] => [
  ...new Map(rules.map((rule) => [rule.id, rule])).values(),
];

type Rules = Readonly<{ requires: readonly AnyRule[]; grantedBy: readonly AnyRule[] }>;

const rowsOf = (action: Action): readonly Rules[] => {
  const policy = POLICIES[action];
  const rows = [policy, ...[...policy.within, ...policy.names].map((name) => POLICIES[name])];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table guarantees that the facts of an action are those of all its rules
  return rows as unknown as readonly Rules[];
};

const PLANS: Readonly<Record<AbilitySubject, AbilityPlans>> = {
  me: new AbilityPlans('me'),
  room: new AbilityPlans('room'),
  file: new AbilityPlans('file'),
  folder: new AbilityPlans('folder'),
  share: new AbilityPlans('share'),
  member: new AbilityPlans('member'),
  user: new AbilityPlans('user'),
  org_unit: new AbilityPlans('org_unit'),
};

/** The actions about a subject that are allowed with these facts, in the order of the table. Pure. */
export const allowedAbout = (subject: AbilitySubject, facts: object): readonly Action[] =>
  PLANS[subject].allowed(facts);
