import { setImmediate as turn } from 'node:timers/promises';
import type { AuditStorage, Extent } from '@strongroom/ports';
import { type Attempt, Batcher } from '@strongroom/store-kit';

type Events = Awaited<ReturnType<AuditStorage['events']>>;
type EventsCall = Readonly<{ seqs: readonly number[]; attempt: Attempt }>;

/** Maximum number of commands of one kind in flight. */
const MAX_IN_FLIGHT = 2;

type Reads = Readonly<{
  /** Numbers every event that was committed, and reads how many there are. */
  extent: (attempt: Attempt) => Promise<Extent>;
  events: (seqs: readonly number[]) => Promise<Events>;
  /** Events that one command reads at most. */
  maxEvents: number;
}>;

/**
 * Reads that each query of the log begins and ends with. Those that wait at the same time share a command, which is sent
 * after all of them were called.
 */
export class SharedReads {
  readonly #extents: Batcher<Attempt, Extent>;
  readonly #events: Batcher<EventsCall, Events>;

  constructor({ extent, events, maxEvents }: Reads) {
    this.#extents = new Batcher<Attempt, Extent>({
      turn,
      maxInFlight: MAX_IN_FLIGHT,
      isAbandoned: (attempt) => attempt.isOver(),
      serve: async (attempts) => {
        const answer = await extent(longestOf(attempts));
        return attempts.map(() => ({ answer }));
      },
    });
    this.#events = new Batcher<EventsCall, Events>({
      turn,
      maxInFlight: MAX_IN_FLIGHT,
      isAbandoned: ({ attempt }) => attempt.isOver(),
      maxSize: maxEvents,
      sizeOf: ({ seqs }) => seqs.length,
      serve: async (calls) => {
        const found = await events([...new Set(calls.flatMap(({ seqs }) => seqs))]);
        const bySeq = new Map(found.map((event) => [event.seq, event]));
        return calls.map(({ seqs }) => ({ answer: seqs.flatMap((seq) => bySeq.get(seq) ?? []) }));
      },
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
