import type { NewEvent } from '@strongroom/domain';
import type { Change, Ref, StoredDocument, Versioned } from '@strongroom/ports';
import { type Collection, documentOf, stateOf } from '../store/collection.ts';
import { ByPlace } from './by-place.ts';

type AnyCollection = Collection<never>;
type Entry = Readonly<{ collection: AnyCollection; id: string; state: unknown; baseVersion: number }>;

/** A document returned by a list, and its collection. */
export type ListedDocument = Readonly<{ collection: string; document: StoredDocument }>;

/** A document as it is stored, and the state that replaces it; undefined where there is none. */
export type Transition<S> = Readonly<{ before: StoredDocument | undefined; after: S | undefined }>;

/**
 * The documents read at one point in time, and the changes decided on top of them. Operations that are committed
 * together are decided one after the other on the same map, so later ones see the changes of earlier ones.
 */
export class IdentityMap implements Snapshot {
  readonly #entries = new ByPlace<Entry>();
  readonly #raw = new ByPlace<StoredDocument | null>();
  /** By unique key, the id of the document that has it, or null. */
  readonly #holders = new ByPlace<string | null>();
  readonly #events: NewEvent[] = [];
  readonly #expected = new ByPlace<Versioned>();

  constructor(refs: readonly Ref[], documents: readonly (StoredDocument | undefined)[]) {
    this.add(refs, documents);
  }

  /** Adds the answer of a further read. */
  add(refs: readonly Ref[], documents: readonly (StoredDocument | undefined)[]): void {
    refs.forEach((ref, index) => {
      const document = documents[index];
      if ('uniqueKey' in ref) this.#holders.set(ref.collection, ref.uniqueKey, document?.id ?? null);
      const id = 'id' in ref ? ref.id : document?.id;
      if (id !== undefined) this.#raw.set(ref.collection, id, document ?? null);
    });
  }

  /** Adds listed documents. A document that was read before keeps the version it was read at. */
  learn(known: readonly ListedDocument[]): void {
    for (const { collection, document } of known)
      if (this.#raw.get(collection, document.id) === undefined) this.#raw.set(collection, document.id, document);
  }

  find<S>(collection: Collection<S>, id: string): S | undefined {
    const entry = this.#entries.get(collection.name, id);
    if (entry) return entry.state as S | undefined;
    const raw = this.#raw.get(collection.name, id);
    if (raw === undefined) throw new TypeError(`${collection.name} was decided on without having been read`);
    return raw === null ? undefined : stateOf(collection, raw);
  }

  findBy<S>(collection: Collection<S>, uniqueKey: string): S | undefined {
    const holder = this.#holders.get(collection.name, uniqueKey);
    if (holder === undefined) throw new TypeError(`${collection.name} was decided on without having been read`);
    return holder === null ? undefined : this.find(collection, holder);
  }

  put(entry: Readonly<{ collection: AnyCollection; id: string; state: unknown }>): void {
    const { id, state, collection } = entry;
    const { name } = collection;
    const known = this.#entries.get(name, id);
    const raw = this.#raw.get(name, id);
    for (const key of known ? uniqueKeysOf(known) : (raw?.uniqueKeys ?? [])) this.#holders.set(name, key, null);
    for (const key of uniqueKeysOf(entry)) this.#holders.set(name, key, id);
    this.#entries.set(name, id, { collection, id, state, baseVersion: known?.baseVersion ?? raw?.version ?? 0 });
  }

  /** The documents of a collection that operations of this commit have written so far. */
  written<S>(collection: Collection<S>): readonly S[] {
    const entries = this.#entries.entries.filter((entry) => entry.collection === collection.name);
    return entries.flatMap(({ value: { state } }) => (state === undefined ? [] : [state as S]));
  }

  /** The changed documents of a collection: each as it was read, and its state after the commit. */
  transitions<S>({ name }: Collection<S>): readonly Transition<S>[] {
    return this.#entries.entries
      .filter(({ collection }) => collection === name)
      .map(({ id, value: { state } }) => ({
        before: this.#raw.get(name, id) ?? undefined,
        after: state as S | undefined,
      }));
  }

  /** A document as it was read: null where it does not exist, undefined where it was not read. */
  stored({ name }: Named, id: string): StoredDocument | null | undefined {
    return this.#raw.get(name, id);
  }

  /** The present state of a document: null where there is none, undefined where it was not read. */
  known<S>(collection: Collection<S>, id: string): S | null | undefined {
    const isRead = this.#entries.get(collection.name, id) ?? this.#raw.get(collection.name, id);
    return isRead === undefined ? undefined : (this.find(collection, id) ?? null);
  }

  /** Adds audit events to the commit. */
  record(events: readonly NewEvent[]): void {
    this.#events.push(...events);
  }

  get events(): readonly NewEvent[] {
    return this.#events;
  }

  /** Makes the commit conflict if the document changed since it was read. Throws TypeError if it was not read. */
  expect({ name }: Named, id: string): void {
    const version = this.#raw.get(name, id)?.version;
    if (version !== undefined) this.#expected.set(name, id, { id, version });
    else if (this.#entries.get(name, id) === undefined)
      throw new TypeError(`${name} is expected without having been read`);
  }

  /** True if a document was read under that id. */
  knows({ name }: Named, id: string): boolean {
    return (this.#raw.get(name, id) ?? null) !== null;
  }

  /** One change per document, decided on the version that was read. */
  changes(): Change[] {
    const changes: Change[] = [];
    for (const { collection: name, value } of this.#entries.entries) {
      const { collection, id, state, baseVersion } = value;
      if (state !== undefined && baseVersion === 0)
        changes.push({ collection: name, insert: documentOf(collection, state as never, 1) });
      else if (state !== undefined)
        changes.push({ collection: name, replace: documentOf(collection, state as never, baseVersion + 1) });
      else if (baseVersion > 0) changes.push({ collection: name, remove: { id, version: baseVersion } });
    }
    for (const { collection, id, value } of this.#expected.entries)
      if (this.#entries.get(collection, id) === undefined) changes.push({ collection, expect: value });
    return changes;
  }
}

const uniqueKeysOf = ({ collection, state }: Pick<Entry, 'collection' | 'state'>): readonly string[] =>
  state === undefined ? [] : collection.uniqueKeys(state as never);

type Named = Pick<AnyCollection, 'name'>;

/** The present state an operation decides on. */
export interface Snapshot {
  /** Throws TypeError for a document that was not read: deciding on it would be a bug. */
  find<S>(collection: Collection<S>, id: string): S | undefined;
  /** Throws TypeError for a key that was not read. */
  findBy<S>(collection: Collection<S>, uniqueKey: string): S | undefined;
}
