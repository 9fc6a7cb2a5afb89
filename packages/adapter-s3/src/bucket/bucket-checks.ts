import { randomBytes } from 'node:crypto';
import { Unavailable } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';
import type { BucketApi } from './bucket-api.ts';
import { unfitSettings, type VersioningRule } from './bucket-settings.ts';
import { BucketUnfit } from './bucket-unfit.ts';
import { isStorageFull } from './s3-failure.ts';

/** Milliseconds for the checks at start: finding credentials may take a while. */
const START_MS = 15_000;
/** Milliseconds for a check; /readyz waits for two seconds. */
const CHECK_MS = 1800;
/** Milliseconds between two self-tests while serving. */
const SELF_TEST_INTERVAL_MS = 60_000;

/** Bytes of the object that the inspection stores. */
const TRIED_BYTES = 1024 * 1024;
const FULL_STORE = 'The S3 server is full, or the quota of the bucket is used up; give it room, or delete rooms.';

/** Requirements on a bucket that is used through the service, or directly. */
export type BucketRequirements = Readonly<{
  versioning: VersioningRule;
  /** Throws BucketUnfit and Unavailable. */
  selfTest: (probes: string, deadline: Deadline, isStart: boolean) => Promise<void>;
  /** Removes an object of the check with all its versions. */
  removeProbe: (name: string, deadline: Deadline) => Promise<void>;
}>;

/** Finds what breaks a promise of the store before a user does. */
export class BucketChecks {
  readonly #api: BucketApi;
  readonly #probes: string;
  readonly #demands: BucketRequirements;
  #testedAt = Number.NEGATIVE_INFINITY;

  /** `probes` is the prefix of the names that the self-test may use. */
  constructor(api: BucketApi, probes: string, demands: BucketRequirements) {
    this.#api = api;
    this.#probes = probes;
    this.#demands = demands;
  }

  /** Rejects with Unavailable, whose cause says what to change. */
  async atStart(): Promise<void> {
    await this.#run(new Deadline(START_MS), true);
  }

  /**
   * Reads the settings and a list, stores an object that is large enough to find a full store, and removes it. Rejects with
   * Unavailable, whose cause says what to change.
   */
  async inspected(): Promise<void> {
    const deadline = new Deadline(START_MS);
    await this.#refuseUnfit(deadline);
    await this.#api.list({ prefix: this.#probes, limit: 1 }, deadline);
    const name = `${this.#probes}${randomBytes(8).toString('hex')}`;
    try {
      await this.#api.put(name, Buffer.alloc(TRIED_BYTES), deadline);
    } catch (error) {
      throw isStorageFull(error) ? new Unavailable('blobs', { cause: new BucketUnfit(FULL_STORE) }) : error;
    } finally {
      await this.#demands.removeProbe(name, deadline);
    }
  }

  /** Repeats the checks of the start, with the self-test at most once a minute. */
  async whileServing(): Promise<void> {
    await this.#run(new Deadline(CHECK_MS), false);
  }

  async #run(deadline: Deadline, isStart: boolean): Promise<void> {
    await this.#refuseUnfit(deadline);
    if (performance.now() - this.#testedAt < SELF_TEST_INTERVAL_MS) return;
    await this.#demands.selfTest(this.#probes, deadline, isStart).catch((error: unknown) => {
      throw error instanceof BucketUnfit ? new Unavailable('blobs', { cause: error }) : error;
    });
    this.#testedAt = performance.now();
  }

  async #refuseUnfit(deadline: Deadline): Promise<void> {
    const problems = await unfitSettings(this.#api, this.#demands.versioning, deadline);
    if (problems.length > 0) throw new Unavailable('blobs', { cause: new BucketUnfit(problems.join(' ')) });
  }
}
