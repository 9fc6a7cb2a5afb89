import { EPOCH, type Instant, plus, SECOND } from '@strongroom/domain';
import { VersionConflict } from '@strongroom/ports';
import type { Deps } from '../kernel/deps.ts';
import { documentOf } from '../store/collection.ts';
import type { Job } from '../store/job.ts';
import { jobs } from '../store/jobs.ts';

/** Duration of a lease. After it, the job of a killed worker is taken over. */
const LEASE = 15 * SECOND;

/** A job leased by this process. Throws VersionConflict once another process has taken it over. */
export class JobLease {
  readonly #deps: Deps;
  #job: Job;
  #version: number;

  constructor(deps: Deps, job: Job, version: number) {
    this.#deps = deps;
    this.#job = job;
    this.#version = version;
  }

  renew(): Promise<void> {
    return this.#replace({ ...this.#job, leasedUntil: plus(this.#deps.clock.now(), LEASE) });
  }

  postpone(dueAt: Instant, attempts: number): Promise<void> {
    const { failingSince, ...job } = this.#job;
    const since = attempts === 0 ? undefined : (failingSince ?? job.dueAt);
    return this.#replace({
      ...job,
      dueAt,
      attempts,
      leasedUntil: EPOCH,
      ...(since !== undefined && { failingSince: since }),
    });
  }

  async finish(): Promise<void> {
    await this.#deps.documents.commit([
      { collection: jobs.name, remove: { id: this.#job.id, version: this.#version } },
    ]);
  }

  async #replace(job: Job): Promise<void> {
    await this.#deps.documents.commit([{ collection: jobs.name, replace: documentOf(jobs, job, this.#version + 1) }]);
    this.#job = job;
    this.#version++;
  }
}

/** Resolves to false when another process has taken the job over. */
export async function stillMine(change: Promise<void>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof VersionConflict) return false;
    throw error;
  }
}
