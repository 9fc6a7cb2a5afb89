import type { Job, JobKind } from '../store/job.ts';

type Lane = 'mail' | 'rest';

/** A mail server that stalls holds up mail, and nothing else. */
const laneOf = (kind: JobKind): Lane => (kind === 'send-invitation' ? 'mail' : 'rest');

/** How many jobs a process works on at the same time. */
const HANDS: Readonly<Record<Lane, number>> = { mail: 2, rest: 4 };

/** What a worker has in hand. */
export class WorkerPool {
  readonly #busy: Record<Lane, number> = { mail: 0, rest: 0 };
  readonly #working = new Map<string, Promise<void>>();

  have({ id }: Job): boolean {
    return this.#working.has(id);
  }

  isFreeFor({ kind }: Job): boolean {
    return this.#busy[laneOf(kind)] < HANDS[laneOf(kind)];
  }

  get areFull(): boolean {
    return this.#busy.mail >= HANDS.mail && this.#busy.rest >= HANDS.rest;
  }

  get areBusy(): boolean {
    return this.#working.size > 0;
  }

  /** Begins without waiting for the end, of which `ended` is told. `work` must not throw. */
  take({ id, kind }: Job, work: () => Promise<boolean>, ended: (isDone: boolean) => void): void {
    const lane = laneOf(kind);
    this.#busy[lane]++;
    const working = async (): Promise<void> => {
      const isDone = await work();
      this.#busy[lane]--;
      this.#working.delete(id);
      ended(isDone);
    };
    this.#working.set(id, working());
  }

  /** Resolves when nothing is in hand. */
  async rest(): Promise<void> {
    while (this.areBusy) await Promise.all(this.#working.values());
  }
}
