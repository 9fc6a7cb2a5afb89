import { setImmediate as turn } from 'node:timers/promises';
                                                              
import {               Batcher } from '@strongroom/store-kit';
                                                    
                                                          
import { answeredTogether } from '../connection/together.js';
import { extentIn, textOf } from './rows.js';
import {                sequence } from './sequencer.js';

                                                          
                                                                          

/** Maximum number of statements of one kind in flight. */
const MAX_IN_FLIGHT = 2;
/** Events that one statement reads at most; a page has up to 100. */
const MAX_EVENTS = 2_000;

const EVENTS = {
  name: 'events',
  text: 'SELECT seq, head, tail, ip FROM events WHERE seq = ANY($1::bigint[]) AND head IS NOT NULL',
};

/**
 * Reads that each query of the log begins and ends with. Those that wait at the same time share a statement, which is sent
 * after all of them were called.
 */
export class SharedReads {
           #extents                          ;
           #events                             ;

  /** Without `onNumbered`, events that wait for their number are left to other processes. */
  constructor(sessions          , onNumbered                                            ) {
    const options = { turn, maxInFlight: MAX_IN_FLIGHT };
    this.#extents = new Batcher                 ({
      ...options,
      isAbandoned: (attempt) => attempt.isOver(),
      serve: async (attempts) => {
        const answer = await (onNumbered === undefined
          ? extentIn(sessions)
          : sequence(sessions, longestOf(attempts), onNumbered));
        return attempts.map(() => ({ answer }));
      },
    });
    this.#events = new Batcher                    ({
      ...options,
      isAbandoned: ({ attempt }) => attempt.isOver(),
      maxSize: MAX_EVENTS,
      sizeOf: ({ seqs }) => seqs.length,
      serve: (calls) => answeredTogether(calls, (some) => eventsOf(sessions, some)),
    });
  }

  extent(attempt         )                  {
    return this.#extents.add(attempt);
  }

  events(seqs                   , attempt         )                  {
    return this.#events.add({ seqs: [...seqs], attempt });
  }
}

/** The attempt with the latest deadline, for calls that are answered together. */
const longestOf = (attempts                    )          => ({
  left: () => Math.max(...attempts.map((attempt) => attempt.left())),
  isOver: () => attempts.every((attempt) => attempt.isOver()),
});

async function eventsOf(sessions          , calls                       )                             {
  const wanted = new Set(calls.flatMap(({ seqs }) => seqs));
  const rows = await sessions.run(EVENTS, [[...wanted]]);
  const events = new Map(rows.flatMap((row) => eventIn(row).map((event) => [event.seq, event])));
  return calls.map(({ seqs }) => seqs.flatMap((seq) => events.get(seq) ?? []));
}

/** None once it is erased. */
function eventIn(row     )         {
  const text = textOf(row);
  return text === undefined ? [] : [{ seq: Number(row.seq), text, ip: typeof row.ip === 'string' ? row.ip : null }];
}
