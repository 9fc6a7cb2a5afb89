import { allows, type Decision, decide } from './decision.ts';
import type { Action, FactsOf } from './policies.ts';

/** The decisions about one action, for each of these facts in their order. */
export const decideMany = <A extends Action>(action: A, all: readonly FactsOf<A>[]): readonly Decision[] =>
  all.map((facts) => decide(action, facts));

/** The things about which the action is allowed, such as the files that Ada may see. `factsOf` returns the facts about one. */
export const allowedAmong = <A extends Action, T>(
  action: A,
  things: readonly T[],
  factsOf: (thing: T) => FactsOf<A>,
): readonly T[] => things.filter((thing) => allows(action, factsOf(thing)));
