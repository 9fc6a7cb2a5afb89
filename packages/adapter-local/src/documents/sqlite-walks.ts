import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '@strongroom/ports';
import type { Connection } from './sqlite-connection.ts';
import { type ListWalk, passStride, type Stride, strideOf } from './sqlite-strides.ts';

type Look = <T>(at: (connection: Connection) => T) => Promise<T>;

/**
 * Walks along lists in short statements, one per turn of the event loop for all callers together, so that they do not block
 * it.
 */
export class ListWalks {
  readonly #look: Look;
  readonly #deadlineMs: number;
  #last: Promise<unknown> = Promise.resolve();

  /** After `deadlineMs`, an unfinished walk throws Unavailable. */
  constructor(look: Look, deadlineMs: number) {
    this.#look = look;
    this.#deadlineMs = deadlineMs;
  }

  /** Passes `most` documents, or fewer if the list ends; then `last` is undefined. Throws Unavailable. */
  async pass(walk: ListWalk, most: number): Promise<Stride> {
    const deadline = performance.now() + this.#deadlineMs;
    const longest = strideOf(walk.selection);
    let { passed, last }: Stride = { passed: 0, last: walk.after };
    while (passed < most) {
      const from = { ...walk, ...(last && { after: last }) };
      const next = Math.min(longest, most - passed);
      const step = await this.#inTurn(deadline, (connection) => passStride(connection, from, next));
      passed += step.passed;
      last = step.last;
      if (last === undefined) break;
    }
    return { passed, last };
  }

  #inTurn<T>(deadline: number, at: (connection: Connection) => T): Promise<T> {
    const answer = this.#last.then(async () => {
      await nextTurn();
      if (performance.now() >= deadline) throw new Unavailable('documents');
      return this.#look(at);
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }
}
