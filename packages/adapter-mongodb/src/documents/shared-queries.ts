import { setImmediate as turn } from 'node:timers/promises';
import { Batcher } from '@strongroom/store-kit';
import { type Attempt, longestOf } from '../connection/call-guard.ts';
import type { ListQuery } from './lists.ts';

type Call = Readonly<{ query: ListQuery; attempt: Attempt }>;

/** Equal queries that wait at the same time are one command, which is sent after all of them were called. */
export class SharedQueries<T> {
  readonly #calls: Batcher<Call, T>;

  /** `maxInFlight`: commands of equal queries. */
  constructor(answer: (query: ListQuery, attempt: Pick<Attempt, 'left'>) => Promise<T>, maxInFlight: number) {
    this.#calls = new Batcher<Call, T>({
      turn,
      serve: async (calls) => {
        const [first] = calls;
        if (first === undefined) return [];
        const shared = await answer(first.query, longestOf(calls));
        return calls.map(() => ({ answer: shared }));
      },
      maxInFlight,
    });
  }

  /** The answer is given to all callers. */
  ask(query: ListQuery, attempt: Attempt): Promise<T> {
    return this.#calls.add({ query, attempt }, JSON.stringify(query));
  }
}
