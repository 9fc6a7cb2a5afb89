import { setImmediate as turn } from 'node:timers/promises';
import type { AuditStorage, Extent } from '@strongroom/ports';
import { type Attempt, Batcher } from '@strongroom/store-kit';
import type { Row } from '../connection/session.ts';
import type { Sessions } from '../connection/sessions.ts';
import { answeredTogether } from '../connection/together.ts';
import { extentIn, textOf } from './rows.ts';
import { type NumberedEvents, sequence } from './sequencer.ts';

type Events = Awaited<ReturnType<AuditStorage['events']>>;
type EventsCall = Readonly<{ seqs: readonly number[]; attempt: Attempt }>;

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
  readonly #extents: Batcher<Attempt, Extent>;
  readonly #events: Batcher<EventsCall, Events>;

  /** Without `onNumbered`, events that wait for their number are left to other processes. */
  constructor(sessions: Sessions, onNumbered: ((numbered: NumberedEvents) => void) | undefined) {
    const options = { turn, maxInFlight: MAX_IN_FLIGHT };
    this.#extents = new Batcher<Attempt, Extent>({
      ...options,
      isAbandoned: (attempt) => attempt.isOver(),
      serve: async (attempts) => {
        const answer = await (onNumbered === undefined
          ? extentIn(sessions)
          : sequence(sessions, longestOf(attempts), onNumbered));
        return attempts.map(() => ({ answer }));
      },
    });
    this.#events = new Batcher<EventsCall, Events>({
      ...options,
      isAbandoned: ({ attempt }) => attempt.isOver(),
      maxSize: MAX_EVENTS,
      sizeOf: ({ seqs }) => seqs.length,
      serve: (calls) => answeredTogether(calls, (some) => eventsOf(sessions, some)),
    });
  }

  extent(attempt: Attempt): Promise<Extent> {
    return this.#extents.add(attempt);
  }

  events(seqs: readonly number[], attempt: Attempt): Promise<Events> {
    return this.#events.add({ seqs: [...seqs], attempt });
  }
}

/** The attempt with the latest deadline, for calls that are answered together. */
const longestOf = (attempts: readonly Attempt[]): Attempt => ({
  left: () => Math.max(...attempts.map((attempt) => attempt.left())),
  isOver: () => attempts.every((attempt) => attempt.isOver()),
});

async function eventsOf(sessions: Sessions, calls: readonly EventsCall[]): Promise<readonly Events[]> {
  const wanted = new Set(calls.flatMap(({ seqs }) => seqs));
  const rows = await sessions.run(EVENTS, [[...wanted]]);
  const events = new Map(rows.flatMap((row) => eventIn(row).map((event) => [event.seq, event])));
  return calls.map(({ seqs }) => seqs.flatMap((seq) => events.get(seq) ?? []));
}

/** None once it is erased. */
function eventIn(row: Row): Events {
  const text = textOf(row);
  return text === undefined ? [] : [{ seq: Number(row.seq), text, ip: typeof row.ip === 'string' ? row.ip : null }];
}
