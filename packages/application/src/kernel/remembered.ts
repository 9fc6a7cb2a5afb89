/** The values used last, up to a total weight. */
export class RecentValues<Key, Value> {
  readonly #values = new Map<Key, Readonly<{ value: Value; weight: number }>>();
  readonly #most: number;
  #weight = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    const known = this.#values.get(key);
    if (known === undefined) return undefined;
    // The order of the map is that of use.
    this.#values.delete(key);
    this.#values.set(key, known);
    return known.value;
  }

  set(key: Key, value: Value, weight = 1): void {
    this.#forget(key);
    this.#values.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#most) return;
      this.#forget(oldest);
    }
  }

  #forget(key: Key): void {
    this.#weight -= this.#values.get(key)?.weight ?? 0;
    this.#values.delete(key);
  }
}
