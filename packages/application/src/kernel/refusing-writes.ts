import { type DocumentStore, Unavailable } from '@strongroom/ports';

/** The same store, which rejects commits with Unavailable while `isRefused` returns true. */
export const refusingWrites = (documents: DocumentStore, isRefused: () => boolean): DocumentStore => ({
  audit: documents.audit,
  read: (refs) => documents.read(refs),
  list: (...asked) => documents.list(...asked),
  count: (...asked) => documents.count(...asked),
  outdated: (...asked) => documents.outdated(...asked),
  commit: (changes, events) =>
    isRefused() ? Promise.reject(new Unavailable('audit')) : documents.commit(changes, events),
  now: documents.now && (() => documents.now?.() ?? Promise.reject(new Unavailable('documents'))),
  check: () => documents.check(),
  close: () => documents.close(),
});
