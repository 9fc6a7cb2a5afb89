import type { AuditStorage, Extent } from '@strongroom/ports';
import { answeredTogether } from './answered-together.ts';
import { Batcher } from './batcher.ts';
import { type Attempt, longestAttempt } from './call-guard.ts';

type Events = Awaited<ReturnType<AuditStorage['events']>>;
type ExtentCall = Readonly<{ attempt: Attempt }>;
type Ask = <T>(call: (attempt: Attempt) => Promise<T>) => Promise<T>;
type EventsCall = Readonly<{ seqs: readonly number[]; attempt: Attempt }>;

/** Maximum number of commands of one kind in flight. */
const MAX_IN_FLIGHT = 2;

type Reads = Readonly<{
  turn: () => Promise<unknown>;
  /** Runs a call within its deadline. */
  ask: Ask;
  /**
   * Numbers events that were committed, and reads how many there are. Undefined where events are left to number and half of
   * the call's time has passed.
   */
  extent: (attempt: Attempt) => Promise<Extent | undefined>;
  events: (seqs: readonly number[]) => Promise<Events>;
  /** Events that one command reads at most. */
  maxEvents: number;
  /** Whether a command may have failed because of one of its calls. Each call is then answered by its own. */
  mayBeOfOne: (error: unknown) => boolean;
}>;

/**
 * Reads that each query of the log begins and ends with. Those that wait at the same time share a command, which is sent
 * after all of them were called.
 */
export class SharedReads {
  readonly #ask: Ask;
  readonly #extents: Batcher<ExtentCall, Extent | undefined>;
  readonly #events: Batcher<EventsCall, Events>;

  constructor({ turn, ask, extent, events, maxEvents, mayBeOfOne }: Reads) {
    this.#ask = ask;
    const options = { turn, maxInFlight: MAX_IN_FLIGHT, isAbandoned: ({ attempt }: ExtentCall) => attempt.isOver() };
    this.#extents = new Batcher<ExtentCall, Extent | undefined>({
      ...options,
      serve: async (calls) => {
        const answer = await extent(longestAttempt(calls));
        return calls.map(() => ({ answer }));
      },
    });
    const pagesOf = async (calls: readonly EventsCall[]): Promise<readonly Events[]> => {
      const found = await events([...new Set(calls.flatMap(({ seqs }) => seqs))]);
      const bySeq = new Map(found.map((event) => [event.seq, event]));
      return calls.map(({ seqs }) => seqs.flatMap((seq) => bySeq.get(seq) ?? []));
    };
    this.#events = new Batcher<EventsCall, Events>({
      ...options,
      maxSize: maxEvents,
      sizeOf: ({ seqs }) => seqs.length,
      serve: (calls) => answeredTogether(calls, pagesOf, mayBeOfOne),
    });
  }

  /** Counts every event that was committed before. Any number of them may wait, so each part of the work has its own deadline. */
  async extent(): Promise<Extent> {
    for (;;) {
      const extent = await this.#ask((attempt) => this.#extents.add({ attempt }));
      if (extent !== undefined) return extent;
    }
  }

  events(seqs: readonly number[]): Promise<Events> {
    const copy = [...seqs];
    return this.#ask((attempt) => this.#events.add({ seqs: copy, attempt }));
  }
}
