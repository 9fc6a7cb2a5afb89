import { Unavailable } from '@strongroom/ports';
import type { Connection } from './sqlite-connection.ts';
import { type Stride, stride, strideOf, type Walk } from './sqlite-strides.ts';

type Look = <T>(at: (connection: Connection) => T) => Promise<T>;

/**
 * Walks along lists in short statements, each in a turn of the event loop of its own. All callers take turns: their
 * statements together would block the event loop.
 */
export class Walks {
  readonly #look: Look;
  readonly #patience: number;
  #last: Promise<unknown> = Promise.resolve();

  /** `patience`: milliseconds until a walk that has not ended is Unavailable. */
  constructor(look: Look, patience: number) {
    this.#look = look;
    this.#patience = patience;
  }

  /** Passes `most` documents, or fewer where the list ends; then `last` is undefined. Throws Unavailable. */
  async pass(walk: Walk, most: number): Promise<Stride> {
    const deadline = performance.now() + this.#patience;
    const longest = strideOf(walk.selection);
    let { passed, last }: Stride = { passed: 0, last: walk.after };
    while (passed < most) {
      const from = { ...walk, ...(last && { after: last }) };
      const next = Math.min(longest, most - passed);
      const step = await this.#inTurn(deadline, (connection) => stride(connection, from, next));
      passed += step.passed;
      last = step.last;
      if (last === undefined) break;
    }
    return { passed, last };
  }

  #inTurn<T>(deadline: number, at: (connection: Connection) => T): Promise<T> {
    const answer = this.#last.then(() => {
      if (performance.now() >= deadline) throw new Unavailable('documents');
      return this.#look(at);
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }
}
