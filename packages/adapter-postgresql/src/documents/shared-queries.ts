import { setImmediate as turn } from 'node:timers/promises';
import type { StoredDocument } from '@strongroom/ports';
import { type Attempt, Batcher } from '@strongroom/store-kit';
import type { Sessions } from '../connection/sessions.ts';
import { answeredTogether } from '../connection/together.ts';
import { COUNTS, type CountQuery, LISTS, type ListQuery } from './lists.ts';
import type { RowDecoder } from './row-decoder.ts';

type Documents = readonly StoredDocument[];
type ListCall = Readonly<{ query: ListQuery; text: string; attempt: Attempt }>;
type CountCall = Readonly<{ query: CountQuery; text: string; attempt: Attempt }>;

/** Maximum number of statements of one kind in flight. */
const MAX_IN_FLIGHT = 2;
/** Rows that a list or a count reads at most, so that it may share a statement: a longer one would let others wait. */
const SHORT = 5_000;
/** Rows that the queries of one statement read at most. */
const MAX_ROWS = 20_000;

const isAbandoned = ({ attempt }: Readonly<{ attempt: Attempt }>): boolean => attempt.isOver();

/** The most rows that a query reads. */
const reachOf = ({ reach, keys }: ListQuery['values'] | CountQuery): number => (reach ?? Infinity) * keys.length;

/** Queries as one JSON array, equal ones once, and the number of each in it. */
function distinct(texts: readonly string[]): Readonly<{ json: string; nthOf: ReadonlyMap<string, number> }> {
  const nthOf = new Map<string, number>();
  for (const text of texts) if (!nthOf.has(text)) nthOf.set(text, nthOf.size);
  return { json: `[${[...nthOf].map(([text, nth]) => `{"nth":${nth},${text.slice(1)}`).join(',')}]`, nthOf };
}

/** Lists and counts. Those that wait at the same time share a statement, which is sent after all of them were called. */
export class SharedQueries {
  readonly #sessions: Pick<Sessions, 'run'>;
  readonly #decoder: RowDecoder;
  readonly #lists: Batcher<ListCall, Documents>;
  readonly #counts: Batcher<CountCall, number>;

  constructor(sessions: Pick<Sessions, 'run'>, decoder: RowDecoder) {
    this.#sessions = sessions;
    this.#decoder = decoder;
    const options = { turn, maxInFlight: MAX_IN_FLIGHT, maxSize: MAX_ROWS, isAbandoned };
    this.#lists = new Batcher<ListCall, Documents>({
      ...options,
      serve: (calls) => answeredTogether(calls, (some) => this.#listTogether(some)),
      sizeOf: ({ query }) => reachOf(query.values),
    });
    this.#counts = new Batcher<CountCall, number>({
      ...options,
      serve: (calls) => answeredTogether(calls, (some) => this.#countTogether(some)),
      // Those without a limit are equal, and sent once.
      sizeOf: ({ query }) => (query.reach === null ? 0 : reachOf(query)),
    });
  }

  /** Equal lists get the same documents, in a list of their own. */
  async list(query: ListQuery, attempt: Attempt): Promise<Documents> {
    const text = JSON.stringify(query.values);
    const lane = reachOf(query.values) > SHORT ? `${query.order} ${text}` : query.order;
    return [...(await this.#lists.add({ query, text, attempt }, lane))];
  }

  /** One without a limit shares a statement only with equal ones, because it may read a whole index. */
  count(query: CountQuery, attempt: Attempt): Promise<number> {
    const text = JSON.stringify(query);
    return this.#counts.add({ query, text, attempt }, reachOf(query) > SHORT ? text : '');
  }

  /** The documents of each list. Equal lists are sent once. */
  async #listTogether(calls: readonly ListCall[]): Promise<readonly Documents[]> {
    const [first] = calls;
    if (first === undefined) return [];
    const { json, nthOf } = distinct(calls.map(({ text }) => text));
    const rows = await this.#sessions.run(LISTS[first.query.order], [json]);
    const found = Array.from(nthOf, (): StoredDocument[] => []);
    for (const row of rows) found[Number(row.nth)]?.push(this.#decoder.decode(row));
    return calls.map(({ text }) => found[nthOf.get(text) ?? -1] ?? []);
  }

  async #countTogether(calls: readonly CountCall[]): Promise<readonly number[]> {
    const { json, nthOf } = distinct(calls.map(({ text }) => text));
    const rows = await this.#sessions.run(COUNTS, [json]);
    const found = new Map(rows.map((row) => [Number(row.nth), Number(row.found)]));
    return calls.map(({ text }) => found.get(nthOf.get(text) ?? -1) ?? 0);
  }
}
