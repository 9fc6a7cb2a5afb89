import type { NewEvent } from '@strongroom/domain';
import type { Change, Ref, StoredDocument, Versioned } from '@strongroom/ports';
import { type Collection, documentOf, stateOf } from '../store/collection.ts';

type AnyCollection = Collection<never>;
type Entry = Readonly<{ collection: AnyCollection; id: string; state: unknown; baseVersion: number }>;

/** A document returned by a list, and its collection. */
export type Known = Readonly<{ collection: string; document: StoredDocument }>;

const place = (collection: string, id: string) => `${collection}/${id}`;
const uniquePlace = (collection: string, key: string) => `${collection}#${key}`;

/**
 * The documents read at one point in time, and the changes decided on top of them. Operations that are committed
 * together are decided one after the other on the same map, so later ones see the changes of earlier ones.
 */
export class IdentityMap implements Snapshot {
  readonly #entries = new Map<string, Entry>();
  readonly #raw = new Map<string, StoredDocument | null>();
  /** Unique key → id of the document that has it, or null. */
  readonly #holders = new Map<string, string | null>();
  readonly #events: NewEvent[] = [];
  readonly #expected = new Map<string, Readonly<{ collection: string; expect: Versioned }>>();

  constructor(refs: readonly Ref[], documents: readonly (StoredDocument | undefined)[]) {
    refs.forEach((ref, index) => {
      const document = documents[index];
      if ('uniqueKey' in ref) this.#holders.set(uniquePlace(ref.collection, ref.uniqueKey), document?.id ?? null);
      const id = 'id' in ref ? ref.id : document?.id;
      if (id !== undefined) this.#raw.set(place(ref.collection, id), document ?? null);
    });
  }

  /** Adds listed documents. A document that was read before keeps the version it was read at. */
  learn(known: readonly Known[]): void {
    for (const { collection, document } of known) {
      const at = place(collection, document.id);
      if (!this.#raw.has(at)) this.#raw.set(at, document);
    }
  }

  find<S>(collection: Collection<S>, id: string): S | undefined {
    const at = place(collection.name, id);
    const entry = this.#entries.get(at);
    if (entry) return entry.state as S | undefined;
    const raw = this.#raw.get(at);
    if (raw === undefined) throw new TypeError(`${collection.name} was decided on without having been read`);
    return raw === null ? undefined : stateOf(collection, raw);
  }

  findBy<S>(collection: Collection<S>, uniqueKey: string): S | undefined {
    const holder = this.#holders.get(uniquePlace(collection.name, uniqueKey));
    if (holder === undefined) throw new TypeError(`${collection.name} was decided on without having been read`);
    return holder === null ? undefined : this.find(collection, holder);
  }

  put(entry: Readonly<{ collection: AnyCollection; id: string; state: unknown }>): void {
    const at = place(entry.collection.name, entry.id);
    const known = this.#entries.get(at);
    for (const key of known ? uniqueKeysOf(known) : (this.#raw.get(at)?.uniqueKeys ?? []))
      this.#holders.set(uniquePlace(entry.collection.name, key), null);
    for (const key of uniqueKeysOf(entry)) this.#holders.set(uniquePlace(entry.collection.name, key), entry.id);
    this.#entries.set(at, { ...entry, baseVersion: known?.baseVersion ?? this.#raw.get(at)?.version ?? 0 });
  }

  /** The documents of a collection that operations of this commit have written so far. */
  written<S>(collection: Collection<S>): readonly S[] {
    const entries = [...this.#entries.values()].filter((entry) => entry.collection.name === collection.name);
    return entries.flatMap(({ state }) => (state === undefined ? [] : [state as S]));
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
    const at = place(name, id);
    const version = this.#raw.get(at)?.version;
    if (version !== undefined) this.#expected.set(at, { collection: name, expect: { id, version } });
    else if (!this.#entries.has(at)) throw new TypeError(`${name} is expected without having been read`);
  }

  /** True if a document was read under that id. */
  knows({ name }: Named, id: string): boolean {
    return (this.#raw.get(place(name, id)) ?? null) !== null;
  }

  /** One change per document, decided on the version that was read. */
  changes(): readonly Change[] {
    const changes: Change[] = [];
    for (const { collection, id, state, baseVersion } of this.#entries.values()) {
      const name = collection.name;
      if (state !== undefined && baseVersion === 0)
        changes.push({ collection: name, insert: documentOf(collection, state as never, 1) });
      else if (state !== undefined)
        changes.push({ collection: name, replace: documentOf(collection, state as never, baseVersion + 1) });
      else if (baseVersion > 0) changes.push({ collection: name, remove: { id, version: baseVersion } });
    }
    for (const [at, expected] of this.#expected) if (!this.#entries.has(at)) changes.push(expected);
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
