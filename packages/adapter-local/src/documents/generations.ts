type Entry<Value> = Readonly<{ value: Value; size: number }>;
/** By group and key: one name for both would have to be made, and hashed, for each look-up. */
type Entries<Value> = Map<string, Map<string, Entry<Value>>>;

/** Bytes of an entry without its texts. */
const EMPTY = 100;

/**
 * A map of bounded size. Entries that are set or used are in the young half; when it is full, the old half is dropped and
 * the young one becomes old. So a hit is one look-up for most entries, and no order of use is kept.
 */
export class Generations<Value> {
  readonly #half: number;
  #young: Entries<Value> = new Map();
  #old: Entries<Value> = new Map();
  #size = 0;

  /** `size`: the characters of all keys and values, and a hundred for each entry. */
  constructor(size: number) {
    this.#half = size / 2;
  }

  get(group: string, key: string): Value | undefined {
    const young = this.#young.get(group)?.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(group)?.get(key);
    if (old === undefined) return undefined;
    this.#add(group, key, old);
    return old.value;
  }

  /** `size`: the characters of the value. */
  set(group: string, key: string, value: Value, size: number): void {
    this.#size -= this.#young.get(group)?.get(key)?.size ?? 0;
    this.#add(group, key, { value, size: EMPTY + group.length + key.length + size });
  }

  /** Sets a value of the same size in place of one that was just used. */
  renew(group: string, key: string, value: Value): void {
    const entries = this.#young.get(group);
    const known = entries?.get(key);
    if (known !== undefined) entries?.set(key, { ...known, value });
  }

  /** Does not count as a use. */
  has(group: string, key: string): boolean {
    return this.#young.get(group)?.has(key) === true || this.#old.get(group)?.has(key) === true;
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#size = 0;
  }

  #add(group: string, key: string, entry: Entry<Value>): void {
    if (this.#size + entry.size > this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    const ofGroup = this.#young.get(group);
    if (ofGroup === undefined) this.#young.set(group, new Map([[key, entry]]));
    else ofGroup.set(key, entry);
    this.#size += entry.size;
  }
}
