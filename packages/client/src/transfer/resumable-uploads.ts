import type { Progress } from '../content/objects.ts';
import type { RequestUploadBody } from '../generated/operations.ts';
import { pause } from '../http/clock.ts';
import { contentKey, fileOfContent } from './content-key.ts';
import { Gate } from './gate.ts';
import { isInRoom } from './leftovers.ts';
import { type ClaimedFiles, claimFiles, freshGroup } from './upload-claims.ts';
import { isFullGroup, type UploadGroup } from './upload-group.ts';
import { type UploadContent, type UploadOfGroup, type UploadTarget, uploadGroups } from './upload-groups.ts';
import { type ClaimedJob, type JobOutcome, nextAttempt, type UploadJob } from './upload-job.ts';
import type { UploadMemory } from './upload-memory.ts';
import { isPassing, UploadsUnderWay } from './uploads-under-way.ts';

export type ResumableOptions<F, U> = Readonly<{
  memory: UploadMemory<U>;
  /** Number of files sent at a time. 8. */
  parallel?: number | undefined;
  /** Keys of contents that are known to be in the room. */
  present?: ReadonlySet<string> | undefined;
  /** Whether the next file would fail for the same reason: such an error ends the run. None does by default. */
  isForAll?: ((error: unknown) => boolean) | undefined;
  onProgress?: ((file: F, progress: Progress) => void) | undefined;
  /** Called repeatedly while a file waits for another run. */
  onElsewhere?: ((process: string) => void) | undefined;
  /** Called for each file that ends; not for cancelled ones. An error that it throws ends the run. */
  onOutcome: (outcome: JobOutcome<F>) => void | Promise<void>;
  /** Called for each cancelled file once it is certain not to arrive. One that was being confirmed may have an outcome instead. */
  onCancelled?: ((file: F) => void) | undefined;
  /** Called after a run that failed, for files that were confirmed meanwhile. */
  onLate?: ((outcome: JobOutcome<F>) => void) | undefined;
}>;

/** Milliseconds between two checks of another run's claim. */
const POLL_MS = 250;

/**
 * Files that are uploaded to a room in groups. The memory holds each group before it is announced: files that an earlier or a
 * concurrent run has finished are left out, and what an earlier run began is finished by repeating its requests.
 */
export class ResumableUploads<F, U, K> {
  readonly #target: UploadTarget<F, K>;
  readonly #options: ResumableOptions<F, U>;
  readonly #began: number;
  readonly #gate = new Gate();
  readonly #underWay: UploadsUnderWay<F, U>;
  #waiting: UploadJob<F, U>[] = [];
  /** Claimed by another run. */
  #elsewhere: UploadJob<F, U>[] = [];
  /** Neither waiting nor under way. A job that is taken out was cancelled. */
  readonly #claiming = new Set<UploadJob<F, U>>();
  #wake = (): void => undefined;

  constructor(target: UploadTarget<F, K>, options: ResumableOptions<F, U>) {
    this.#target = target;
    this.#options = options;
    this.#began = target.clock.now();
    this.#underWay = new UploadsUnderWay(target, options.memory);
  }

  /** Adds files, also during a run. */
  add(jobs: readonly UploadJob<F, U>[]): void {
    this.#waiting.push(...jobs);
    this.#wake();
  }

  /** While uploads are paused, nothing more is announced or begun; what is on its way arrives. */
  set isPaused(isPaused: boolean) {
    this.#gate.isOpen = !isPaused;
  }

  /** Takes back the files that were not claimed yet, for another run. */
  takeWaiting(): readonly UploadJob<F, U>[] {
    return [...this.#waiting.splice(0), ...this.#elsewhere.splice(0)];
  }

  /** Cancels files: nothing of them stays in the room or in the memory, except of one that is being confirmed. */
  async cancel(isMeant: (file: F) => boolean): Promise<void> {
    const { memory, onCancelled } = this.#options;
    const underWay = this.#underWay.cancel(isMeant);
    const all = this.takeWaiting();
    this.#waiting = all.filter(({ file }) => !isMeant(file));
    const waiting = all.filter(({ file }) => isMeant(file));
    const claiming = [...this.#claiming].filter((job) => isMeant(job.file) && this.#claiming.delete(job));
    for (const file of [...underWay, ...[...waiting, ...claiming].map((job) => job.file)]) onCancelled?.(file);
    await Promise.all(waiting.map(async ({ upload }) => memory.forget(upload)));
  }

  /**
   * Uploads what was added, until nothing is left. Throws errors that would also affect the next file, and the reason of the
   * signal.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { memory, parallel, isForAll = () => false, onProgress, onOutcome, onLate } = this.#options;
    const { withKey, send } = this.#target.content;
    this.#claiming.clear();
    const content: UploadContent<ClaimedJob<F, U>, K> = { withKey, send: ({ job }, ...how) => send(job.file, ...how) };
    const underWay = this.#underWay;
    let failure: unknown;
    try {
      const results = uploadGroups({ ...this.#target, content }, (ending) => this.#groups(ending), {
        isResumable: true,
        signal,
        parallel,
        gate: this.#gate,
        isForAll,
        signalOf: (one) => underWay.of(one).cancel.signal,
        onProgress: ({ job }, progress) => onProgress?.(job.file, progress),
        onAnnounced: (one, id) => {
          underWay.of(one).id = id;
          return memory.announced(one.job.upload, id);
        },
        onSent: (one) => {
          underWay.of(one).isSent = true;
        },
        onConfirmed: (one, uploaded) => {
          underWay.of(one).uploaded = uploaded;
          return memory.confirmed(one.job.upload, contentKey(uploaded));
        },
      });
      for await (const result of results) {
        const outcome = await this.#settle(result);
        if (outcome !== undefined) await onOutcome(outcome);
      }
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      for (const outcome of await underWay.close(failure, signal)) onLate?.(outcome);
    }
  }

  /** The outcome of a file; undefined for one that is sent again, and for a cancelled one that is certain not to arrive. */
  async #settle({ file: one, uploaded, error }: UploadOfGroup<ClaimedJob<F, U>>): Promise<JobOutcome<F> | undefined> {
    const { memory, isForAll = () => false, onCancelled } = this.#options;
    const { job, before } = one;
    const { file, upload } = job;
    // It stays under way, so that the end of the run leaves it to the next one.
    if (error !== undefined && isPassing(error) && isForAll(error)) throw error;
    const progress = this.#underWay.take(one);
    this.#wake();
    if (uploaded !== undefined)
      return { file, id: uploaded.id, status: 'uploaded', content: contentKey(uploaded), uploaded };
    // The earlier run ended between the confirmation and its record, or a user has deleted the announced file.
    if (error?.code === 'FILE_ALREADY_CONFIRMED' && before !== undefined) {
      const outcome = await this.#underWay.confirmedBefore(job, progress, before.id);
      if (outcome !== undefined) return outcome;
    }
    if (error?.code === 'FILE_NOT_FOUND' && error.status === 404) {
      const next = nextAttempt(job, before !== undefined);
      if (next !== undefined) {
        this.#claiming.add(next);
        await this.#sendAgain([next]);
        return undefined;
      }
    }
    if (error === undefined) {
      const outcome = await this.#underWay.outcomeOfCancelled(job, progress);
      if (outcome === undefined && progress.isSent) onCancelled?.(file);
      return outcome;
    }
    if (isPassing(error)) await memory.release([upload]);
    else await this.#underWay.giveUp(upload, progress);
    if (isForAll(error)) throw error;
    return { file, error };
  }

  /** Announces files by another request. Forgets those that were cancelled. */
  async #sendAgain(jobs: readonly UploadJob<F, U>[]): Promise<void> {
    const { memory } = this.#options;
    await memory.release(jobs.map(({ upload }) => upload));
    const wanted = new Set(jobs.filter((job) => this.#claiming.delete(job)));
    this.add([...wanted].map((job) => ({ ...job, again: true })));
    await Promise.all(jobs.filter((job) => !wanted.has(job)).map(async ({ upload }) => memory.forget(upload)));
  }

  async *#groups(signal: AbortSignal): AsyncGenerator<UploadGroup<ClaimedJob<F, U>>, void> {
    for (;;) {
      signal.throwIfAborted();
      const some = this.#takeSome();
      if (some.length > 0) yield* this.#claim(some, signal);
      else if (this.#elsewhere.length > 0) {
        await pause(this.#target.clock, POLL_MS, signal);
        await this.#underWay.removeUnwanted(); // this run still has those that were cancelled and added again
        this.#waiting.push(...this.#elsewhere.splice(0));
      } else if (this.#underWay.size === 0) return;
      else await this.#settled(signal);
    }
  }

  #takeSome(): readonly UploadJob<F, U>[] {
    const some: RequestUploadBody[] = [];
    for (const { description } of this.#waiting) {
      if (isFullGroup(some)) break;
      some.push(description);
    }
    return this.#waiting.splice(0, some.length);
  }

  async *#claim(
    some: readonly UploadJob<F, U>[],
    signal: AbortSignal,
  ): AsyncGenerator<UploadGroup<ClaimedJob<F, U>>, void> {
    const { memory, onElsewhere } = this.#options;
    for (const job of some) this.#claiming.add(job);
    const { fresh, begun, done, elsewhere } = await claimFiles(memory, this.#target.files, some);
    for (const { job, process } of elsewhere) {
      if (!this.#claiming.delete(job)) continue;
      onElsewhere?.(process);
      this.#elsewhere.push(job);
    }
    await this.#tellUnchanged(done, signal);
    for (const [request, group] of begun) {
      signal.throwIfAborted();
      const items = await memory.announcement(request);
      if (items !== undefined) yield this.#begin({ idempotencyKey: request, items, files: group });
      else await this.#sendAgain(group.map(({ job }) => job));
    }
    if (fresh.length > 0) yield this.#begin(await freshGroup(memory, fresh));
  }

  #begin(group: UploadGroup<ClaimedJob<F, U>>): UploadGroup<ClaimedJob<F, U>> {
    this.#underWay.begin(group);
    for (const one of group.files) if (!this.#claiming.delete(one.job)) this.#underWay.of(one).cancel.abort();
    return group;
  }

  /** The list of the room may be older than the upload of another run. */
  async #tellUnchanged(done: ClaimedFiles<F, U>['done'], signal: AbortSignal): Promise<void> {
    const { memory, present, onOutcome } = this.#options;
    const seen: U[] = [];
    for (const { job, content, since } of done) {
      if (!this.#claiming.has(job)) continue;
      const isKnown = present?.has(content) === true || since > this.#began / 1000;
      const isThere = isKnown || (await isInRoom(this.#target.files, content, signal));
      if (!this.#claiming.delete(job)) continue;
      if (isThere) {
        seen.push(job.upload);
        await onOutcome({ file: job.file, id: fileOfContent(content), status: 'unchanged', content });
      } else this.add([{ ...job, again: true }]); // another user has deleted or replaced it in the room
    }
    if (seen.length > 0) await memory.seen(seen);
  }

  async #settled(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
