/** Limits the number of concurrent tasks under one name; the others wait in line. */
export class TaskSlots {
  readonly #taken = new Map<string, { count: number; waiting: (() => void)[] }>();

  async run<T>(name: string, most: number, work: () => Promise<T>): Promise<T> {
    await this.#enter(name, most);
    try {
      return await work();
    } finally {
      this.#leave(name);
    }
  }

  #enter(name: string, most: number): Promise<void> | undefined {
    const line = this.#taken.get(name) ?? { count: 0, waiting: [] };
    this.#taken.set(name, line);
    if (line.count >= most) return new Promise((resolve) => line.waiting.push(resolve));
    line.count++;
    return undefined;
  }

  /** Passes the slot to the next in line, if there is one. */
  #leave(name: string): void {
    const line = this.#taken.get(name);
    const next = line?.waiting.shift();
    if (next) next();
    else if (line && --line.count === 0) this.#taken.delete(name);
  }
}
