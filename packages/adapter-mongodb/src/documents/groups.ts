import { setImmediate } from 'node:timers';

export type Grouping<Call> = Readonly<{
  /** Serves calls together and settles each of them. Never rejects. */
  serve: (calls: readonly Call[]) => Promise<void>;
  /** How many groups may be on their way at a time. */
  atOnce: number;
  /** How large a group may get, and how much a call adds to it. */
  most: number;
  size: (call: Call) => number;
}>;

/**
 * Calls of one turn of the event loop go to the database together, and so do those that come while others are on their
 * way. Each is sent after it was called, so nothing gets staler by that; measured figures are in ADR 0013.
 */
export class Groups<Call> {
  readonly #grouping: Grouping<Call>;
  #waiting: Call[] = [];
  #underWay = 0;
  #scheduled = false;

  constructor(grouping: Grouping<Call>) {
    this.#grouping = grouping;
  }

  add(call: Call): void {
    this.#waiting.push(call);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0 || this.#underWay >= this.#grouping.atOnce) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#send();
    });
  }

  #send(): void {
    this.#underWay += 1;
    void this.#grouping.serve(this.#next()).finally(() => {
      this.#underWay -= 1;
      this.#schedule();
    });
    this.#schedule();
  }

  #next(): readonly Call[] {
    const { most, size } = this.#grouping;
    let taken = 0;
    let total = 0;
    for (const call of this.#waiting) {
      total += size(call);
      if (taken > 0 && total > most) break;
      taken += 1;
    }
    return this.#waiting.splice(0, taken);
  }
}
