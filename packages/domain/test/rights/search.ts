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
  /** Number of acts up to which all chains were tried; infinite where longer ones lead to no other state. */
  depth: number;
}>;

/** `goesOn`: whether longer chains than `depth` are tried; asked before each state. */
/** States that fit into the memory of a test, 1.5 kB each. */
const MAX_STATES = 1_000_000;

type Bounds = Readonly<{ depth: number; goesOn?: () => boolean }>;

const chainOf = (step: Step | undefined): readonly Act[] =>
  step === undefined ? [] : [...chainOf(step.before), step.act];

/** Searches all chains up to a number of acts, and longer ones as long as that goes on and leads to new states. */
export function search(starts: readonly State[], cast: Cast, { depth, goesOn = () => false }: Bounds): Found {
  const seen = new Set(starts.map(keyOf));
  let level: readonly Reached[] = starts.map((state) => ({ state, step: undefined }));
  let acts = 0;
  let tried = 0;
  while (level.length > 0) {
    const isBeyond = tried >= depth;
    const next: Reached[] = [];
    for (const { state, step } of level) {
      if (isBeyond && (seen.size > MAX_STATES || !goesOn()))
        return { chain: [], states: seen.size, acts, depth: tried };
      for (const act of actsIn(state, cast)) {
        const moved = applied(state, act);
        acts++;
        if (moved === undefined) continue;
        const after = { ...moved, meant: meantAfter(state, act, moved) };
        const right = unmeant(state, act, after);
        const here = { before: step, act };
        if (right !== undefined)
          return { chain: [...chainOf(here).map(inWords), right], states: seen.size, acts, depth: tried + 1 };
        const key = keyOf(after);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ state: after, step: here });
      }
    }
    tried++;
    level = next;
  }
  return { chain: [], states: seen.size, acts, depth: Number.POSITIVE_INFINITY };
}
