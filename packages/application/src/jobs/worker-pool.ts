import { isMail, type Job, type JobKind } from '../store/job.ts';

type Lane = 'mail' | 'calls' | 'rest';

/** A stalled mail server delays mail only, and a receiver of webhooks delays webhooks only. */
const laneOf = (kind: JobKind): Lane => {
  if (kind === 'deliver-webhook') return 'calls';
  return isMail(kind) ? 'mail' : 'rest';
};

/** Maximum number of jobs that a process runs at the same time. */
const HANDS: Readonly<Record<Lane, number>> = { mail: 2, calls: 4, rest: 4 };
const LANES = ['mail', 'calls', 'rest'] as const satisfies readonly Lane[];

/** The jobs that a worker is running. */
export class WorkerPool {
  readonly #busy: Record<Lane, number> = { mail: 0, calls: 0, rest: 0 };
  readonly #working = new Map<string, Promise<void>>();

  have({ id }: Job): boolean {
    return this.#working.has(id);
  }

  isFreeFor({ kind }: Job): boolean {
    return this.#busy[laneOf(kind)] < HANDS[laneOf(kind)];
  }

  get areFull(): boolean {
    return LANES.every((lane) => this.#busy[lane] >= HANDS[lane]);
  }

  get areBusy(): boolean {
    return this.#working.size > 0;
  }

  /** Starts `work` without waiting for it, and calls `ended` afterwards. `work` must not throw. */
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

  /** Resolves when no job is running. */
  async rest(): Promise<void> {
    while (this.areBusy) await Promise.all(this.#working.values());
  }
}
