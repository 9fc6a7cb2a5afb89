import { type Change, type DocumentStore, Unavailable } from '@strongroom/ports';
import type { Around } from './intercepted.ts';

/**
 * The fate of one commit. `lost`: it is stored and its answer is not heard. `vanished`: no answer, and nothing was
 * stored. `late`: no answer, and it is stored only when the next one comes.
 */
export type Fate = 'stored' | 'lost' | 'vanished' | 'late';

/** Lets the commits of a store meet these fates, one after the other; all later ones are stored. */
export function fated(...fates: Fate[]): Around {
  let late: (() => Promise<unknown>) | undefined;
  return async (call, proceed) => {
    if (call.port !== 'documents' || call.method !== 'commit') return proceed();
    await late?.();
    late = undefined;
    const fate = fates.shift() ?? 'stored';
    if (fate === 'stored') return proceed();
    if (fate === 'lost') await proceed();
    if (fate === 'late') late = proceed;
    throw new Unavailable('documents', { maybeDone: true });
  };
}

/** The changes that a call on a port commits. */
export const changesOf = (args: readonly unknown[]): readonly Change[] =>
  (args as Parameters<DocumentStore['commit']>)[0];
