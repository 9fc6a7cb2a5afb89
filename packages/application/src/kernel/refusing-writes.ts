import { type DocumentStore, Unavailable } from '@strongroom/ports';
import type { LogFault } from './log-fault.ts';
import type { SetToReadOnly } from './set-to-read-only.ts';

/** The same store, which rejects commits with Unavailable while there is a reason, which is the cause. */
export const refusingWrites = (
  documents: DocumentStore,
  reasonNow: () => LogFault | SetToReadOnly | undefined,
): DocumentStore => ({
  audit: documents.audit,
  read: documents.read.bind(documents),
  evenOut: documents.evenOut?.bind(documents),
  list: documents.list.bind(documents),
  count: (...asked) => documents.count(...asked),
  outdated: (...asked) => documents.outdated(...asked),
  commit: (changes, events) => {
    const reason = reasonNow();
    return reason === undefined
      ? documents.commit(changes, events)
      : Promise.reject(new Unavailable('audit', { cause: reason }));
  },
  place: documents.place?.bind(documents),
  now: documents.now && (() => documents.now?.() ?? Promise.reject(new Unavailable('documents'))),
  check: () => documents.check(),
  close: () => documents.close(),
});
