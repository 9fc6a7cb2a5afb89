/** Breadth-first search for a chain of acts that ends in a right that no user gave who could. */
import { type Act, actsIn, type Cast, inWords } from './acts.ts';
import { meantAfter, unmeant } from './meaning.ts';
import { applied } from './mechanics.ts';
import { keyOf, type State } from './state.ts';

type Step = Readonly<{ before: Step | undefined; act: Act }>;
type Reached = Readonly<{ state: State; step: Step | undefined }>;

export type Found = Readonly<{
  /** The acts of the shortest chain, and what it ends in; empty for none. */
  chain: readonly string[];
  states: number;
  acts: number;
  depth: number;
}>;

type Bounds = Readonly<{ depth: number; states?: number }>;

const chainOf = (step: Step | undefined): readonly Act[] =>
  step === undefined ? [] : [...chainOf(step.before), step.act];

/** Searches all chains up to a number of acts, or until it has seen a number of states. */
export function search(
  starts: readonly State[],
  cast: Cast,
  { depth, states = Number.POSITIVE_INFINITY }: Bounds,
): Found {
  const seen = new Set(starts.map(keyOf));
  let level: readonly Reached[] = starts.map((state) => ({ state, step: undefined }));
  let acts = 0;
  for (let reached = 1; reached <= depth; reached++) {
    const next: Reached[] = [];
    for (const { state, step } of level)
      for (const act of actsIn(state, cast)) {
        const moved = applied(state, act);
        acts++;
        if (moved === undefined) continue;
        const after = { ...moved, meant: meantAfter(state, act, moved) };
        const right = unmeant(state, act, after);
        const here = { before: step, act };
        if (right !== undefined)
          return { chain: [...chainOf(here).map(inWords), right], states: seen.size, acts, depth: reached };
        const key = keyOf(after);
        if (seen.has(key)) continue;
        seen.add(key);
        if (seen.size > states) return { chain: [], states: seen.size, acts, depth: reached - 1 };
        if (reached < depth) next.push({ state: after, step: here });
      }
    level = next;
  }
  return { chain: [], states: seen.size, acts, depth };
}
