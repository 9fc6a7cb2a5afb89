/** Above this number of entries, names are cheaper than comparisons. */
const FEW = 24;

type Entry<Value> = { readonly collection: string; readonly id: string; value: Value };

/**
 * A map by collection and id. Most hold a few entries: to compare these costs less than to make, and hash, one name of both
 * for each look-up.
 */
export class ByPlace<Value> {
  readonly #entries: Entry<Value>[] = [];
  #index: Map<string, Entry<Value>> | undefined;

  get(collection: string, id: string): Value | undefined {
    return this.#find(collection, id)?.value;
  }

  set(collection: string, id: string, value: Value): void {
    const known = this.#find(collection, id);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    const entry = { collection, id, value };
    this.#entries.push(entry);
    if (this.#index !== undefined) this.#index.set(placeOf(entry), entry);
    else if (this.#entries.length > FEW) this.#index = new Map(this.#entries.map((one) => [placeOf(one), one]));
  }

  /** Entries in the order in which they were first set. */
  get entries(): readonly Readonly<Entry<Value>>[] {
    return this.#entries;
  }

  #find(collection: string, id: string): Entry<Value> | undefined {
    if (this.#index !== undefined) return this.#index.get(placeOf({ collection, id }));
    for (const entry of this.#entries) if (entry.id === id && entry.collection === collection) return entry;
    return undefined;
  }
}

/** No collection has a slash in its name. */
const placeOf = ({ collection, id }: Readonly<{ collection: string; id: string }>): string => `${collection}/${id}`;
