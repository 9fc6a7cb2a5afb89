import { setImmediate as turn } from 'node:timers/promises';
import type { StoredDocument } from '@strongroom/ports';
import { type Attempt, Batcher, type Outcome } from '@strongroom/store-kit';
import type { Sessions } from '../connection/sessions.ts';
import { answeredTogether } from '../connection/together.ts';
import { COUNT, type CountQuery, LISTS, type ListQuery } from './lists.ts';
import type { RowDecoder } from './row-decoder.ts';

type Documents = readonly StoredDocument[];
type ListCall = Readonly<{ query: ListQuery; text: string; attempt: Attempt }>;
type CountCall = Readonly<{ text: string; attempt: Attempt }>;

/** Maximum number of statements of one kind in flight. */
const MAX_IN_FLIGHT = 2;
/** Rows that a list reads at most, so that it may share a statement: a longer one would let others wait. */
const SHORT = 5_000;
/** Rows that the lists of one statement read at most. */
const MAX_ROWS = 20_000;

const isAbandoned = ({ attempt }: Readonly<{ attempt: Attempt }>): boolean => attempt.isOver();

/** The most rows that a list reads. */
const reachOf = ({ query: { values } }: ListCall): number => values.reach * values.keys.length;

/** Lists and counts. Those that wait at the same time share a statement, which is sent after all of them were called. */
export class SharedQueries {
  readonly #sessions: Pick<Sessions, 'run'>;
  readonly #decoder: RowDecoder;
  readonly #lists: Batcher<ListCall, Documents>;
  readonly #counts: Batcher<CountCall, number>;

  constructor(sessions: Pick<Sessions, 'run'>, decoder: RowDecoder) {
    this.#sessions = sessions;
    this.#decoder = decoder;
    const options = { turn, maxInFlight: MAX_IN_FLIGHT };
    this.#lists = new Batcher<ListCall, Documents>({
      ...options,
      serve: (calls) => answeredTogether(calls, (some) => this.#listTogether(some)),
      maxSize: MAX_ROWS,
      sizeOf: reachOf,
      isAbandoned,
    });
    this.#counts = new Batcher<CountCall, number>({
      ...options,
      isAbandoned,
      serve: (calls) => this.#countOnce(calls),
    });
  }

  /** Equal lists get the same documents, in a list of their own. */
  async list(query: ListQuery, attempt: Attempt): Promise<Documents> {
    const text = JSON.stringify(query.values);
    const call = { query, text, attempt };
    return [...(await this.#lists.add(call, reachOf(call) > SHORT ? `${query.order} ${text}` : query.order))];
  }

  /** Only equal counts share a statement, because one may read a whole index. */
  count(query: CountQuery, attempt: Attempt): Promise<number> {
    const text = JSON.stringify(query);
    return this.#counts.add({ text, attempt }, text);
  }

  /** The documents of each list. Equal lists are sent once. */
  async #listTogether(calls: readonly ListCall[]): Promise<readonly Documents[]> {
    const [first] = calls;
    if (first === undefined) return [];
    const nthOf = new Map<string, number>();
    for (const { text } of calls) if (!nthOf.has(text)) nthOf.set(text, nthOf.size);
    const queries = [...nthOf].map(([text, nth]) => `{"nth":${nth},${text.slice(1)}`);
    const rows = await this.#sessions.run(LISTS[first.query.order], [`[${queries.join(',')}]`]);
    const found = queries.map((): StoredDocument[] => []);
    for (const row of rows) found[Number(row.nth)]?.push(this.#decoder.decode(row));
    return calls.map(({ text }) => found[nthOf.get(text) ?? -1] ?? []);
  }

  async #countOnce(calls: readonly CountCall[]): Promise<readonly Outcome<number>[]> {
    const [row] = await this.#sessions.run(COUNT, [calls[0]?.text]);
    return calls.map(() => ({ answer: Number(row?.found ?? 0) }));
  }
}
