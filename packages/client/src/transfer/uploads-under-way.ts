import { StrongroomError } from '../base/error.ts';
import { isForParts } from '../content/send-parts.ts';
import type { File as RoomFile } from '../generated/operations.ts';
import { type FormerStatus, removeFiles, removeUnconfirmed } from './leftovers.ts';
import type { UploadGroup } from './upload-group.ts';
import type { UploadTarget } from './upload-groups.ts';
import type { ClaimedJob, JobOutcome, UploadJob } from './upload-job.ts';
import type { UploadMemory } from './upload-memory.ts';

/** The progress of a claimed file. */
export type UploadProgress = {
  id: string | undefined;
  /** The file that the request named. The upload becomes a version of it. */
  readonly replaces: string | undefined;
  isSent: boolean;
  uploaded: RoomFile | undefined;
  readonly cancel: AbortController;
};

type Target = Pick<UploadTarget<never, never>, 'files' | 'roomId'>;

const CLEANUP_MS = 5_000;

/** The claimed files of a run that have not ended, and what is left of those that will not be sent. */
export class UploadsUnderWay<F, U> {
  readonly #target: Target;
  readonly #memory: UploadMemory<U>;
  readonly #progress = new Map<ClaimedJob<F, U>, UploadProgress>();
  /** Announced files that will not be sent. */
  readonly #unwanted = new Map<string, U>();

  constructor(target: Target, memory: UploadMemory<U>) {
    this.#target = target;
    this.#memory = memory;
  }

  get size(): number {
    return this.#progress.size;
  }

  begin({ files, items }: UploadGroup<ClaimedJob<F, U>>): void {
    for (const one of files)
      this.#progress.set(one, {
        id: one.before?.id,
        replaces: items[one.place]?.replaces,
        isSent: false,
        uploaded: undefined,
        cancel: new AbortController(),
      });
  }

  of(one: ClaimedJob<F, U>): UploadProgress {
    const known = this.#progress.get(one);
    if (known === undefined) throw new TypeError('this file is not under way');
    return known;
  }

  /** Ends a file. */
  take(one: ClaimedJob<F, U>): UploadProgress {
    const progress = this.of(one);
    this.#progress.delete(one);
    return progress;
  }

  /** Returns those that are certain not to arrive, each once. */
  cancel(isMeant: (file: F) => boolean): readonly F[] {
    const meant = [...this.#progress].filter(([{ job }, { cancel }]) => !cancel.signal.aborted && isMeant(job.file));
    for (const [, { cancel }] of meant) cancel.abort();
    return meant.filter(([, { isSent }]) => !isSent).map(([{ job }]) => job.file);
  }

  /**
   * The outcome of a file that an earlier run confirmed; undefined if its id was never heard. Another user may have replaced a
   * version of it since.
   */
  async confirmedBefore(
    { file, upload }: UploadJob<F, U>,
    progress: UploadProgress,
    idOfEarlier: string | undefined,
  ): Promise<JobOutcome<F> | undefined> {
    const { replaces, id = idOfEarlier } = progress;
    if (replaces !== undefined) {
      await this.#memory.forget(upload);
      return { file, id: replaces, status: 'uploaded' };
    }
    if (id === undefined) return undefined;
    await this.#memory.confirmed(upload, id);
    return { file, id, status: 'uploaded', content: id };
  }

  /** Removes a file that will not be uploaded, as far as it may be there. Returns its state before. */
  async giveUp(upload: U, { id, isSent }: UploadProgress): Promise<FormerStatus> {
    if (id === undefined) {
      await this.#memory.forget(upload);
      return 'gone';
    }
    if (!isSent) {
      this.#unwanted.set(id, upload);
      return 'pending';
    }
    const status = await removeUnconfirmed(this.#target.files, id);
    if (status === 'pending' || status === 'gone') await this.#memory.forget(upload);
    else await this.#memory.release([upload]);
    return status;
  }

  /** Gives up a cancelled file. Returns its outcome if it may have arrived: its confirmation may have lost the answer only. */
  async outcomeOfCancelled(job: UploadJob<F, U>, progress: UploadProgress): Promise<JobOutcome<F> | undefined> {
    const status = await this.giveUp(job.upload, progress);
    const { isSent, replaces } = progress;
    // An upload that has become a version of another file is gone.
    const isVersion = status === 'gone' && isSent && replaces !== undefined;
    if (status === 'available' || isVersion) return this.confirmedBefore(job, progress, undefined);
    return status === 'unknown' ? { file: job.file, error: new StrongroomError('CONNECTION_LOST') } : undefined;
  }

  /**
   * Ends a run. After an error that passes, the next run finishes what is under way; after an interruption it does so with
   * files in parts, of which some may be there. Everything else that is announced and not sent is deleted. Returns files that were confirmed meanwhile.
   */
  async close(error: unknown, { aborted }: AbortSignal): Promise<readonly JobOutcome<F>[]> {
    const mayGoOn = isPassing(error) && !aborted;
    const left: U[] = [];
    const late: JobOutcome<F>[] = [];
    for (const [{ job }, { id, isSent, uploaded }] of this.#progress) {
      const { file, upload } = job;
      if (uploaded !== undefined) late.push({ file, id: uploaded.id, status: 'uploaded', uploaded });
      else if (mayGoOn || isSent || (aborted && isForParts(job.description.size))) left.push(upload);
      else if (id !== undefined) this.#unwanted.set(id, upload);
      else if (aborted) left.push(upload);
      else await this.#memory.forget(upload);
    }
    this.#progress.clear();
    await this.#memory.release(left);
    await this.removeUnwanted();
    return late;
  }

  /** Deletes announced files that will not be sent, and forgets them. */
  async removeUnwanted(): Promise<void> {
    const { files, roomId } = this.#target;
    const unwanted = [...this.#unwanted];
    if (unwanted.length === 0) return;
    this.#unwanted.clear();
    const ids = unwanted.map(([id]) => id);
    const stillThere = await removeFiles(files, roomId, ids, AbortSignal.timeout(CLEANUP_MS)).catch(() => undefined);
    await Promise.all(
      unwanted.map(async ([id, upload]) => {
        if (stillThere === undefined || stillThere.has(id)) await this.#memory.release([upload]);
        else await this.#memory.forget(upload);
      }),
    );
  }
}

/** Whether an error is worth another attempt with the same request, because the file is not the cause. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof StrongroomError)) return false;
  const { code, status } = error;
  return code === 'CONNECTION_LOST' || code === 'TIMED_OUT' || status === 429 || status >= 500;
}
