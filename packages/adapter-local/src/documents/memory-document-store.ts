import { randomUUID } from 'node:crypto';
import type { IndexedLogOptions } from '@strongroom/audit-log';
import type { Json, NewEvent } from '@strongroom/domain';
import {
  type Change,
  type DocumentStore,
  DuplicateKey,
  type OutdatedPage,
  type Page,
  type Ref,
  type Selection,
  type StoredDocument,
  type StorePlace,
  Unavailable,
  VersionConflict,
} from '@strongroom/ports';
import { deepFreeze, documentIdentity, refuseMalformed, subjectOf } from '@strongroom/store-kit';
import { MemoryAuditLog } from './memory-audit-log.ts';
import { MemoryCollection } from './memory-collection.ts';

/**
 * Documents in the memory of this process, the reference for the other adapters. A commit is synchronous and therefore
 * atomic. The returned documents are frozen and shared.
 */
export class MemoryDocumentStore implements DocumentStore {
  readonly #collections = new Map<string, MemoryCollection>();
  readonly audit: MemoryAuditLog;
  readonly #id = randomUUID();
  #closed = false;

  /** `audit`: for tests of the index. */
  constructor({ audit }: Readonly<{ audit?: IndexedLogOptions }> = {}) {
    this.audit = new MemoryAuditLog(() => this.#refuseWhenClosed(), audit);
  }

  async read(refs: readonly Ref[]): Promise<readonly (StoredDocument | undefined)[]> {
    this.#refuseWhenClosed();
    return refs.map((ref) => {
      const collection = this.#collections.get(ref.collection);
      const id = 'id' in ref ? ref.id : collection?.holder(ref.uniqueKey);
      return id === undefined ? undefined : collection?.get(id);
    });
  }

  async list(collection: string, selection: Selection, page: Page): Promise<readonly StoredDocument[]> {
    this.#refuseWhenClosed();
    return this.#collections.get(collection)?.list(selection, page) ?? [];
  }

  async count(collection: string, selection: Selection, atMost = Infinity): Promise<number> {
    this.#refuseWhenClosed();
    return this.#collections.get(collection)?.count(selection, Math.max(atMost, 0)) ?? 0;
  }

  async outdated(collection: string, stretch: OutdatedPage): Promise<readonly StoredDocument[]> {
    this.#refuseWhenClosed();
    return this.#collections.get(collection)?.outdated(stretch) ?? [];
  }

  async commit(changes: readonly Change[], events: readonly NewEvent[] = []): Promise<void> {
    this.#refuseWhenClosed();
    refuseMalformed(changes);
    const recorded = this.audit.encode(events);
    // INVARIANT: every check precedes the first change [DS-07].
    const found = changes.flatMap((change) => this.#decidedOn(change) ?? []);
    const gone = found.filter(({ isExpected }) => !isExpected);
    const written = changes.flatMap((change) => writtenBy(change) ?? []);
    this.#refuseTakenKeys(written, gone);
    const come = written.map(({ collection, document }) => ({ collection, document: frozenCopy(document) }));
    // Removals first, so that a unique key may move between documents [DS-12].
    for (const { collection, document } of gone) this.#collection(collection).remove(document);
    for (const { collection, document } of come) this.#collection(collection).add(document);
    this.audit.append(recorded);
  }

  async place(): Promise<StorePlace> {
    this.#refuseWhenClosed();
    return { parts: { memory: this.#id }, isRestored: false };
  }

  async check(): Promise<void> {
    this.#refuseWhenClosed();
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new Unavailable('documents');
  }

  #collection(name: string): MemoryCollection {
    const known = this.#collections.get(name) ?? new MemoryCollection();
    this.#collections.set(name, known);
    return known;
  }

  /** The stored document that a change replaces, removes or expects. Throws if its version is different. */
  #decidedOn(change: Change): (Located & { isExpected: boolean }) | undefined {
    const { collection } = change;
    const { id, version } = subjectOf(change);
    const document = this.#collections.get(collection)?.get(id);
    if ('insert' in change) {
      if (document !== undefined) throw new DuplicateKey(collection, `id:${id}`);
      return undefined;
    }
    const decidedOn = 'replace' in change ? version - 1 : version;
    if (document?.version !== decidedOn) throw new VersionConflict(collection, id);
    return { collection, document, isExpected: 'expect' in change };
  }

  #refuseTakenKeys(written: readonly Located[], gone: readonly Located[]): void {
    const leaving = new Set(gone.map(({ collection, document }) => documentIdentity(collection, document.id)));
    const claimed = new Set<string>();
    for (const { collection, document } of written) {
      for (const key of new Set(document.uniqueKeys)) {
        const holder = this.#collections.get(collection)?.holder(key);
        const held = holder !== undefined && !leaving.has(documentIdentity(collection, holder));
        if (held || claimed.has(documentIdentity(collection, key))) throw new DuplicateKey(collection, key);
        claimed.add(documentIdentity(collection, key));
      }
    }
  }
}

type Located = Readonly<{ collection: string; document: StoredDocument }>;

/** The new state of the document, if the change has one. */
const writtenBy = (change: Change): Located | undefined => {
  const { collection } = change;
  if ('insert' in change) return { collection, document: change.insert };
  return 'replace' in change ? { collection, document: change.replace } : undefined;
};

/** Bodies are copied through JSON, so that this store keeps exactly what a store on disk would keep. */
const parse: (text: string) => Json = JSON.parse;

const frozenCopy = ({ id, version, schema, position, keys, uniqueKeys, body }: StoredDocument): StoredDocument =>
  Object.freeze({
    id,
    version,
    schema,
    position,
    keys: Object.freeze([...keys]),
    uniqueKeys: Object.freeze([...uniqueKeys]),
    body: deepFreeze(parse(JSON.stringify(body))),
  });
