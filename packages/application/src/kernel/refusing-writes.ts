import { type DocumentStore, Unavailable } from '@strongroom/ports';

/** The same store, which rejects commits with Unavailable while `isRefused` returns true. */
export const refusingWrites = (documents: DocumentStore, isRefused: () => boolean): DocumentStore => ({
  audit: documents.audit,
  read: (refs) => documents.read(refs),
  list: (...asked) => documents.list(...asked),
  count: (...asked) => documents.count(...asked),
  outdated: (...asked) => documents.outdated(...asked),
  commit: async (changes, events) => {
    if (isRefused()) throw new Unavailable('audit');
    await documents.commit(changes, events);
  },
  check: () => documents.check(),
  close: () => documents.close(),
});
