import { MemoryDocumentStore } from '@strongroom/adapter-local';
import type { AuditLog, DocumentStore } from '@strongroom/ports';
import type { AuditLogHarness, Mutant } from '../../src/index.ts';

type Whole = Readonly<{ store: DocumentStore; audit: AuditLog }>;
type Replacements = Readonly<{ commit?: DocumentStore['commit']; audit?: Partial<AuditLog> }>;

/** Small, so that a test fills several. */
const options = { blockSize: 40, stretch: 2 };

/** A memory store whose commit, or parts of whose log, are replaced by broken ones, which may call the intact ones. */
export const brokenLog = (
  breaks: string,
  how: string,
  replacements: (whole: Whole) => Replacements,
): Mutant<AuditLogHarness> => ({
  breaks,
  how,
  harness: async () => {
    const memory = new MemoryDocumentStore({ audit: options });
    const audit: AuditLog = {
      list: (filter, page) => memory.audit.list(filter, page),
      count: (filter, atMost) => memory.audit.count(filter, atMost),
      holding: (ids) => memory.audit.holding(ids),
      seqOf: (id) => memory.audit.seqOf(id),
      head: () => memory.audit.head(),
      tile: (level, index, width) => memory.audit.tile(level, index, width),
      mendTile: (level, index, hashes) => memory.audit.mendTile(level, index, hashes),
      examineIndex: (most) => memory.audit.examineIndex(most),
      mendIndex: (block) => memory.audit.mendIndex(block),
      entries: (from, most) => memory.audit.entries(from, most),
      erase: (seqs, part) => memory.audit.erase(seqs, part),
      texts: (from, most) => memory.audit.texts(from, most),
    };
    const replaced = replacements({ store: memory, audit });
    const store: DocumentStore = {
      audit: { ...audit, ...replaced.audit },
      read: (refs) => memory.read(refs),
      list: (collection, selection, page) => memory.list(collection, selection, page),
      count: (collection, selection, atMost) => memory.count(collection, selection, atMost),
      outdated: (collection, stretch) => memory.outdated(collection, stretch),
      commit: replaced.commit ?? ((changes, events) => memory.commit(changes, events)),
      check: () => memory.check(),
      close: () => memory.close(),
    };
    return { store, sibling: store, ...options, reopen: async () => store, end: () => memory.close() };
  },
});
