type Entry<Value> = Readonly<{ value: Value; size: number }>;

/** The size of an entry without its texts. */
const EMPTY = 100;

/**
 * A map of bounded size. Entries that are set or used are in the young half; when it is full, the old half is dropped and
 * the young one becomes old. So a hit is one look-up for most entries, and no order of use is kept.
 */
export class Generations<Value> {
  readonly #half: number;
  #young = new Map<string, Entry<Value>>();
  #old = new Map<string, Entry<Value>>();
  #size = 0;

  /** `size`: the characters of all keys and values, and a hundred for each entry. */
  constructor(size: number) {
    this.#half = size / 2;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#add(key, old);
    return old.value;
  }

  /** `size`: the characters of the value. */
  set(key: string, value: Value, size: number): void {
    this.#size -= this.#young.get(key)?.size ?? 0;
    this.#add(key, { value, size: EMPTY + key.length + size });
  }

  /** Does not count as a use. */
  has(key: string): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#size = 0;
  }

  #add(key: string, entry: Entry<Value>): void {
    if (this.#size + entry.size > this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    this.#young.set(key, entry);
    this.#size += entry.size;
  }
}
