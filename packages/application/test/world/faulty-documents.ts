import type { NewEvent } from '@strongroom/domain';
import { type Change, type DocumentStore, Unavailable } from '@strongroom/ports';
import type { Around } from './intercepted.ts';

/**
 * The fate of one commit. `lost`: stored, but its answer is lost. `vanished`: neither stored nor answered. `late`: not
 * answered, and stored only with the next commit.
 */
export type Fate = 'stored' | 'lost' | 'vanished' | 'late';

/** Applies these fates to the next commits of a store; all later ones succeed. */
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

/** The audit events that a call on a port commits. */
export const eventsIn = (args: readonly unknown[]): readonly NewEvent[] =>
  (args as Parameters<DocumentStore['commit']>)[1] ?? [];

/** The changes that a call on a port commits. */
export const changesOf = (args: readonly unknown[]): readonly Change[] =>
  (args as Parameters<DocumentStore['commit']>)[0];
