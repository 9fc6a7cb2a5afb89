import type { Clock } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';
import type { BucketApi } from './bucket-api.ts';

/** Milliseconds after which an open multipart upload belongs to a process that was killed: a day, as in a lifecycle rule. */
const ABANDONED_MS = 86_400_000;
/** Milliseconds between two sweeps of a process. */
const INTERVAL_MS = 3_600_000;
const SWEEP_MS = 30_000;

/** Aborts multipart uploads that a killed process left open. No list shows their parts, and some servers have no lifecycle rules. */
export class UploadSweep {
  readonly #api: BucketApi;
  readonly #prefix: string;
  readonly #clock: Pick<Clock, 'now'>;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(api: BucketApi, prefix: string, clock: Pick<Clock, 'now'>) {
    this.#api = api;
    this.#prefix = prefix;
    this.#clock = clock;
  }

  /** Starts a sweep unless one started in the last hour. A failed sweep is repeated an hour later. */
  startIfDue(): void {
    if (this.#clock.now() - this.#sweptAt < INTERVAL_MS) return;
    this.#sweptAt = this.#clock.now();
    this.sweep().catch(() => undefined);
  }

  /** Rejects with Unavailable. */
  async sweep(): Promise<void> {
    const deadline = new Deadline(SWEEP_MS);
    const before = this.#clock.now() - ABANDONED_MS;
    for (const { name, uploadId, startedAt } of await this.#api.openUploads(this.#prefix, deadline))
      if (startedAt < before) await this.#api.abortUpload(name, uploadId, deadline);
  }
}
