import { setImmediate as turn } from 'node:timers/promises';
                                                        
import {               Batcher,              } from '@strongroom/store-kit';
                                                          
import { answeredTogether } from '../connection/together.js';
import { COUNT,                  LISTS,                } from './lists.js';
                                                   

                                           
                                                                               
                                                              

/** Maximum number of statements of one kind in flight. */
const MAX_IN_FLIGHT = 2;
/** Rows that a list reads at most, so that it may share a statement: a longer one would let others wait. */
const SHORT = 5_000;
/** Rows that the lists of one statement read at most. */
const MAX_ROWS = 20_000;

const isAbandoned = ({ attempt }                                )          => attempt.isOver();

/** The most rows that a list reads. */
const reachOf = ({ query: { values } }          )         => values.reach * values.keys.length;

/** Lists and counts. Those that wait at the same time share a statement, which is sent after all of them were called. */
export class SharedQueries {
           #sessions                       ;
           #decoder            ;
           #lists                              ;
           #counts                            ;

  constructor(sessions                       , decoder            ) {
    this.#sessions = sessions;
    this.#decoder = decoder;
    const options = { turn, maxInFlight: MAX_IN_FLIGHT };
    this.#lists = new Batcher                     ({
      ...options,
      serve: (calls) => answeredTogether(calls, (some) => this.#listTogether(some)),
      maxSize: MAX_ROWS,
      sizeOf: reachOf,
      isAbandoned,
    });
    this.#counts = new Batcher                   ({
      ...options,
      isAbandoned,
      serve: (calls) => this.#countOnce(calls),
    });
  }

  /** Equal lists get the same documents, in a list of their own. */
  async list(query           , attempt         )                     {
    const text = JSON.stringify(query.values);
    const call = { query, text, attempt };
    return [...(await this.#lists.add(call, reachOf(call) > SHORT ? `${query.order} ${text}` : query.order))];
  }

  /** Only equal counts share a statement, because one may read a whole index. */
  count(query            , attempt         )                  {
    const text = JSON.stringify(query);
    return this.#counts.add({ text, attempt }, text);
  }

  /** The documents of each list. Equal lists are sent once. */
  async #listTogether(calls                     )                                {
    const [first] = calls;
    if (first === undefined) return [];
    const nthOf = new Map                ();
    for (const { text } of calls) if (!nthOf.has(text)) nthOf.set(text, nthOf.size);
    const queries = [...nthOf].map(([text, nth]) => `{"nth":${nth},${text.slice(1)}`);
    const rows = await this.#sessions.run(LISTS[first.query.order], [`[${queries.join(',')}]`]);
    const found = queries.map(()                   => []);
    for (const row of rows) found[Number(row.nth)]?.push(this.#decoder.decode(row));
    return calls.map(({ text }) => found[nthOf.get(text) ?? -1] ?? []);
  }

  async #countOnce(calls                      )                                      {
    const [row] = await this.#sessions.run(COUNT, [calls[0]?.text]);
    return calls.map(() => ({ answer: Number(row?.found ?? 0) }));
  }
}
