type Waiting<C, A> = Readonly<{ call: C; resolve: (answer: A) => void; reject: (error: unknown) => void }>;

/**
 * Serves calls of one name together: those of one turn of the event loop, and those that wait while others are in
 * flight.
 */
export class Together<C, A> {
  readonly #waiting = new Map<string, Waiting<C, A>[]>();
  readonly #underWay = new Map<string, number>();
  readonly #atOnce: number;
  readonly #serve: (name: string, calls: readonly C[]) => Promise<readonly A[]>;

  constructor(atOnce: number, serve: (name: string, calls: readonly C[]) => Promise<readonly A[]>) {
    this.#atOnce = atOnce;
    this.#serve = serve;
  }

  join(name: string, call: C): Promise<A> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(name);
      if (waiting !== undefined) {
        waiting.push({ call, resolve, reject });
        return;
      }
      this.#waiting.set(name, [{ call, resolve, reject }]);
      if ((this.#underWay.get(name) ?? 0) < this.#atOnce) setImmediate(() => void this.#send(name));
    });
  }

  async #send(name: string): Promise<void> {
    const group = this.#waiting.get(name);
    if (group === undefined || (this.#underWay.get(name) ?? 0) >= this.#atOnce) return;
    this.#waiting.delete(name);
    this.#underWay.set(name, (this.#underWay.get(name) ?? 0) + 1);
    try {
      const answers = await this.#serve(
        name,
        group.map(({ call }) => call),
      );
      for (const [at, { resolve }] of group.entries()) resolve(answers[at] as A);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    const left = (this.#underWay.get(name) ?? 1) - 1;
    if (left === 0) this.#underWay.delete(name);
    else this.#underWay.set(name, left);
    setImmediate(() => void this.#send(name));
  }
}
