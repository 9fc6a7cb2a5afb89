import { allowedAbout } from './ability-plans.ts';
import { ABILITY_REQUESTS, type AbilityFacts, type RequestFacts } from './ability-requests.ts';
import type { Ability, AbilitySubject } from './ability-table.ts';
import { allows, type Decision, decide } from './decision.ts';
import type { Action, FactsOf } from './policies.ts';

/**
 * The actions about a subject that are allowed to the caller now, with this credential, sorted. An action that depends on what
 * a request says is named if it is allowed for some request. Pure.
 */
export function abilities<S extends AbilitySubject>(subject: S, facts: AbilityFacts[S]): readonly Ability<S>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plans of a subject are made of its row of `ABILITIES`
  return allowedAbout(subject, facts) as readonly Ability<S>[];
}

/**
 * The decision about an action for one of its possible requests: the first that is allowed, otherwise the mildest.
 * `abilities` names exactly the actions that it allows.
 */
export function decideForSome<S extends AbilitySubject>(
  subject: S,
  action: Ability<S>,
  facts: AbilityFacts[S],
): Decision {
  const requests = requestsFor(subject, action, facts);
  const [mildest] = requests;
  if (mildest === undefined) throw new TypeError(`no request asks for ${action}`);
  return decide(action, requests.find((request) => allows(action, request)) ?? mildest);
}

type Requests<S extends AbilitySubject> = (facts: AbilityFacts[S]) => readonly RequestFacts<S, Ability<S>>[];

/** The facts of an action for each request that is worth asking about; the facts themselves if it takes none. */
function requestsFor<S extends AbilitySubject>(
  subject: S,
  action: Ability<S>,
  facts: AbilityFacts[S],
): readonly FactsOf<Ability<S>>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `ABILITY_REQUESTS` does not compile without a function for each action whose facts the subject lacks
  const made = ABILITY_REQUESTS[subject] as Readonly<Partial<Record<Action, Requests<S>>>>;
  const requests: readonly object[] = made[action]?.(facts) ?? [{}];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a request adds the facts that the subject lacks
  return requests.map((request) => ({ ...facts, ...request }) as unknown as FactsOf<Ability<S>>);
}
