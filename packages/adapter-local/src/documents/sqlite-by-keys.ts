/** An answer that is remembered, and the selection that it is of. */
type Remembered = Readonly<{ name: string; collection: string; keys: ReadonlySet<string> }>;

/** Entries by name and by the list keys that they depend on. Beyond `most` the least recently used are dropped. */
export class EntriesByKeys<Entry extends Remembered> {
  readonly #most: number;
  readonly #byName = new Map<string, Entry>();
  readonly #byKey = new Map<string, Map<string, Set<Entry>>>();

  constructor(most: number) {
    this.#most = most;
  }

  recall(name: string): Entry | undefined {
    const known = this.#byName.get(name);
    if (known === undefined) return undefined;
    this.#byName.delete(name);
    this.#byName.set(name, known);
    return known;
  }

  remember(entry: Entry): void {
    const before = this.#byName.get(entry.name);
    if (before !== undefined) this.drop(before);
    for (const [, oldest] of this.#byName) {
      if (this.#byName.size < this.#most) break;
      this.drop(oldest);
    }
    this.#byName.set(entry.name, entry);
    const byKey = this.#byKey.get(entry.collection) ?? new Map<string, Set<Entry>>();
    this.#byKey.set(entry.collection, byKey);
    for (const key of entry.keys) {
      const entries = byKey.get(key);
      if (entries === undefined) byKey.set(key, new Set([entry]));
      else entries.add(entry);
    }
  }

  /** The entries of a collection that depend on one of these keys. */
  under(collection: string, ...keys: readonly (readonly string[])[]): ReadonlySet<Entry> {
    const found = new Set<Entry>();
    const byKey = this.#byKey.get(collection);
    if (byKey === undefined) return found;
    for (const some of keys) for (const key of some) for (const entry of byKey.get(key) ?? []) found.add(entry);
    return found;
  }

  drop(entry: Entry): void {
    this.#byName.delete(entry.name);
    const byKey = this.#byKey.get(entry.collection);
    for (const key of entry.keys) {
      const entries = byKey?.get(key);
      entries?.delete(entry);
      if (entries?.size === 0) byKey?.delete(key);
    }
  }

  clear(): void {
    this.#byName.clear();
    this.#byKey.clear();
  }
}
