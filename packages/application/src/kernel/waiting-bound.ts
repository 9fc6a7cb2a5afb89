import { type Instant, instant, MINUTE } from '@strongroom/domain';
import { type Clock, type DocumentStore, type Log, VersionConflict } from '@strongroom/ports';
import { requesterAt } from './network.ts';

/** A sign-in that waits for a person, or for the program after their answer. */
export type WaitingSignIn = Readonly<{ ip: string; since: Instant }>;

/** The list of the documents, and what one says of its sign-in. */
type Waiting = Readonly<{
  collection: string;
  key: string;
  lifetime: number;
  signIn: (body: unknown) => WaitingSignIn;
}>;

type Deps = Readonly<{
  documents: Pick<DocumentStore, 'count' | 'list' | 'commit'>;
  clock: Pick<Clock, 'now'>;
  log: Log;
}>;

/** Number of unfinished sign-ins of all networks together. Each process counts now and then, so there may be some more. */
export const MAX_WAITING = 5000;
/** Number of sign-ins that are ended at a time, so that one read of the list serves many. */
const ENDED = MAX_WAITING / 10;
/** Requests of this process between two counts, at most. */
const UNCOUNTED = 100;

/**
 * Bounds the sign-ins that wait at the same time, so that callers without a credential fill no store. It refuses no caller: a
 * limit over all callers could be used up by some of them. The oldest of the busiest network ends first.
 */
export class WaitingBound {
  readonly #deps: Deps;
  readonly #waiting: Waiting;
  #uncounted = 0;
  #running: Promise<void> | undefined;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: Deps, waiting: Waiting) {
    this.#deps = deps;
    this.#waiting = waiting;
  }

  /** Call it before a sign-in is added. */
  async makeRoom(): Promise<void> {
    if (this.#uncounted > 0) {
      this.#uncounted -= 1;
      return;
    }
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #look(): Promise<void> {
    const { documents, clock } = this.#deps;
    const { collection, key, lifetime } = this.#waiting;
    const open = { anyOf: [key], from: instant(clock.now() - lifetime) };
    const count = await documents.count(collection, open, MAX_WAITING);
    this.#uncounted = Math.min(UNCOUNTED, Math.floor(Math.max(MAX_WAITING - count, ENDED) / 10));
    if (count < MAX_WAITING) return;
    const listed = await documents.list(collection, open, { limit: MAX_WAITING, order: 'oldest' });
    const waiting = listed.map((document) => ({ ...this.#waiting.signIn(document.body), document }));
    const ended = crowdedOut(waiting, ENDED).map(({ document: { id, version } }) => ({
      collection,
      remove: { id, version },
    }));
    this.#report(ended.length);
    await documents.commit(ended).catch((error: unknown) => {
      // A person answered one of them, or another process ends the same ones. The next count looks again.
      if (!(error instanceof VersionConflict)) throw error;
      this.#uncounted = 0;
    });
  }

  #report(ended: number): void {
    const now = this.#deps.clock.now();
    if (now - this.#reportedAt < MINUTE) return;
    this.#reportedAt = now;
    const fields = { alarm: 'sign_ins_crowded', waiting: MAX_WAITING, ended };
    this.#deps.log.warn('alarm: too many sign-ins by device code wait, and the oldest end', fields);
  }
}

/** The sign-ins that end first: one after another, the oldest of the network that has most of those left. */
export function crowdedOut<T extends WaitingSignIn>(oldestFirst: readonly T[], number: number): readonly T[] {
  const later = new Map<string, number>();
  const ranked = oldestFirst.toReversed().map((one) => {
    const network = requesterAt(one.ip).wide;
    const rank = later.get(network) ?? 0;
    later.set(network, rank + 1);
    return { one, rank };
  });
  // The sort is stable, so those of equal rank stay in the order of age.
  return ranked
    .toReversed()
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, number)
    .map(({ one }) => one);
}
