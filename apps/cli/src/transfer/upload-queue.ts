import { setTimeout as pause } from 'node:timers/promises';
import { type FileOfGroup, StrongroomError, type UploadGroup, type UploadOfGroup } from '@strongroom/client';
import type { LoggedUploads, Upload } from './logged-uploads.ts';
import { removeAll } from './older.ts';
import { removeUnconfirmed, statusOf } from './unconfirmed.ts';
import { type Common, descriptionOf, uploadOf } from './upload-of.ts';
import type { WaitNotice } from './wait-notice.ts';
import type { Planned } from './walk.ts';

export type Put = Readonly<{ id: string; status: 'uploaded' | 'unchanged' }>;

type Putting = Common &
  Readonly<{
    uploads: LoggedUploads;
    onWait: WaitNotice;
    again: boolean;
    /** The ids of the files in the folders of the upload, as they were at its begin. */
    present: ReadonlySet<string>;
    /** Called for a file that is in the room already. */
    onUnchanged: (file: Planned, put: Put) => Promise<void>;
  }>;

/** A file that waits for its claim. */
type Waiting = Readonly<{ file: Planned; upload: Upload; again: boolean }>;

/** A claimed file in its group. */
export type Claimed = FileOfGroup &
  Readonly<{
    file: Planned;
    upload: Upload;
    /** Whether an earlier run announced it, and the id of that file if it was heard. */
    before: Readonly<{ id: string | undefined }> | undefined;
  }>;

/** The progress of a claimed file. */
type Progressed = { id: string | undefined; isSent: boolean; isConfirmed: boolean };

/** Maximum number of files in one request. */
const MOST_FILES = 100;
/** Bytes of a group: addresses and keys do not last, and the service limits what waits for its confirmation. */
const MOST_BYTES = 64 * 1_048_576;
/** Milliseconds between two checks of another process's claim. */
const POLL_MS = 250;
const CLEANUP_MS = 5_000;

/**
 * The files of a `put`, in groups that are announced together. Files that an earlier or a concurrent run has finished
 * are left out, and what an earlier run began is finished by repeating its requests.
 */
export class UploadQueue {
  readonly #putting: Putting;
  readonly #began = performance.now();
  readonly #startedAt = Math.floor(Date.now() / 1000);
  #waiting: Waiting[];
  /** Claimed by another process. */
  #elsewhere: Waiting[] = [];
  readonly #underWay = new Map<Claimed, Progressed>();
  /** Announced files that will not be sent. */
  readonly #unwanted = new Map<string, Upload>();
  #wake = (): void => undefined;

  constructor(putting: Putting, files: readonly Planned[]) {
    this.#putting = putting;
    this.#waiting = files.map((file) => ({ file, upload: uploadOf(putting, file), again: putting.again }));
  }

  async *groups(signal: AbortSignal): AsyncGenerator<UploadGroup<Claimed>, void> {
    for (;;) {
      signal.throwIfAborted();
      const some = this.#takeSome();
      if (some.length > 0) yield* this.#claim(some, signal);
      else if (this.#elsewhere.length > 0) {
        await pause(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
        this.#waiting = this.#elsewhere.splice(0);
      } else if (this.#underWay.size === 0) return;
      else await this.#settled(signal);
    }
  }

  announced(one: Claimed, id: string): void {
    this.#progress(one).id = id;
    this.#putting.uploads.announced(one.upload, id);
  }

  sent(one: Claimed): void {
    this.#progress(one).isSent = true;
  }

  confirmed(one: Claimed, id: string): void {
    this.#progress(one).isConfirmed = true;
    this.#putting.uploads.confirmed(one.upload, id);
  }

  /** The file in the room; undefined for one that is sent again. Throws the error of the upload. */
  async settle({ file: one, uploaded, error }: UploadOfGroup<Claimed>): Promise<Put | undefined> {
    const { uploads } = this.#putting;
    const { id, isSent } = this.#progress(one);
    // An error that concerns every file leaves it to `close`.
    if (error !== undefined && isPassing(error)) throw error;
    this.#underWay.delete(one);
    this.#wake();
    if (error === undefined) return { id: uploaded.id, status: 'uploaded' };
    if (one.before !== undefined) {
      // The earlier run ended between the confirmation and its record, or a user has deleted the announced file.
      const known = id ?? one.before.id;
      if (error.code === 'FILE_ALREADY_CONFIRMED' && known !== undefined) {
        uploads.confirmed(one.upload, known);
        return { id: known, status: 'uploaded' };
      }
      if (error.status === 404 && error.code === 'FILE_NOT_FOUND') {
        this.#waiting.push({ file: one.file, upload: one.upload, again: true });
        return undefined;
      }
    }
    if (id === undefined) uploads.forget(one.upload);
    else if (!isSent) this.#unwanted.set(id, one.upload);
    else if (await removeUnconfirmed(this.#putting.session, id)) uploads.forget(one.upload);
    else uploads.release([one.upload]);
    throw error;
  }

  /**
   * Ends the queue. After an error that passes, the next run finishes what is under way; after another error or an
   * interruption, what is announced and not sent is deleted. Returns files that were confirmed meanwhile.
   */
  async close(error: unknown): Promise<readonly Readonly<{ file: Planned; put: Put }>[]> {
    const { session, uploads } = this.#putting;
    const mayGoOn = isPassing(error) && !session.signal.aborted;
    const left: Upload[] = [];
    const confirmed: Readonly<{ file: Planned; put: Put }>[] = [];
    for (const [one, { id, isSent, isConfirmed }] of this.#underWay) {
      if (isConfirmed && id !== undefined) confirmed.push({ file: one.file, put: { id, status: 'uploaded' } });
      else if (mayGoOn || isSent) left.push(one.upload);
      else if (id !== undefined) this.#unwanted.set(id, one.upload);
      else if (session.signal.aborted) left.push(one.upload);
      else uploads.forget(one.upload);
    }
    this.#underWay.clear();
    uploads.release(left);
    if (this.#unwanted.size > 0) await this.#removeUnwanted();
    return confirmed;
  }

  async #removeUnwanted(): Promise<void> {
    const { session, roomId, uploads } = this.#putting;
    const signal = AbortSignal.timeout(CLEANUP_MS);
    const ids = [...this.#unwanted.keys()];
    const stillThere = await removeAll({ ...session, signal }, roomId, ids).catch(() => undefined);
    for (const [id, upload] of this.#unwanted)
      if (stillThere === undefined || stillThere.has(id)) uploads.release([upload]);
      else uploads.forget(upload);
  }

  #progress(one: Claimed): Progressed {
    const known = this.#underWay.get(one);
    if (known === undefined) throw new TypeError('this file is not under way');
    return known;
  }

  #takeSome(): readonly Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { file } of this.#waiting) {
      if (count === MOST_FILES || bytes >= MOST_BYTES) break;
      bytes += file.size;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  async *#claim(some: readonly Waiting[], signal: AbortSignal): AsyncGenerator<UploadGroup<Claimed>, void> {
    const { session, uploads, onWait } = this.#putting;
    const fresh: Waiting[] = [];
    const begun = new Map<string, Claimed[]>();
    const done: (Waiting & Readonly<{ id: string; since: number }>)[] = [];
    for (const [at, claim] of uploads.claim(some).entries()) {
      const one = some[at];
      if (one === undefined) continue;
      const { file, upload } = one;
      if (claim.state === 'done') done.push({ ...one, id: claim.file, since: claim.since });
      else if (claim.state === 'elsewhere') {
        onWait(claim.process, this.#began);
        this.#elsewhere.push(one);
      } else if (claim.state === 'begun') {
        const group = begun.get(claim.request) ?? [];
        group.push({ path: file.path, place: claim.place, file, upload, before: { id: claim.file } });
        begun.set(claim.request, group);
      } else {
        if (claim.abandoned !== undefined) await removeUnconfirmed(session, claim.abandoned);
        fresh.push(one);
      }
    }
    await this.#tellUnchanged(done);
    for (const [request, files] of begun) {
      signal.throwIfAborted();
      yield* this.#begunGroup(request, files);
    }
    if (fresh.length > 0) yield this.#freshGroup(fresh);
  }

  #freshGroup(fresh: readonly Waiting[]): UploadGroup<Claimed> {
    const items = fresh.map(({ file }) => descriptionOf(this.#putting, file));
    const idempotencyKey = this.#putting.uploads.announce(
      fresh.map(({ upload }) => upload),
      items,
    );
    const files = fresh.map(
      ({ file, upload }, place): Claimed => ({ path: file.path, place, file, upload, before: undefined }),
    );
    return this.#group({ idempotencyKey, items, files });
  }

  *#begunGroup(request: string, files: readonly Claimed[]): Generator<UploadGroup<Claimed>, void> {
    const items = this.#putting.uploads.announcement(request);
    if (items !== undefined) yield this.#group({ idempotencyKey: request, items, files });
    else for (const { file, upload } of files) this.#waiting.push({ file, upload, again: true });
  }

  #group(group: UploadGroup<Claimed>): UploadGroup<Claimed> {
    for (const one of group.files) this.#underWay.set(one, { id: one.before?.id, isSent: false, isConfirmed: false });
    return group;
  }

  /** The list of the room may be older than the upload of another run. */
  async #tellUnchanged(done: readonly (Waiting & Readonly<{ id: string; since: number }>)[]): Promise<void> {
    const { session, uploads, present, onUnchanged } = this.#putting;
    const seen: Upload[] = [];
    for (const { id, since, ...one } of done) {
      const isThere = present.has(id) || since > this.#startedAt || (await statusOf(session, id)) === 'available';
      if (isThere) {
        seen.push(one.upload);
        await onUnchanged(one.file, { id, status: 'unchanged' });
      } else this.#waiting.push({ ...one, again: true }); // another user has deleted it in the room
    }
    if (seen.length > 0) uploads.seen(seen);
  }

  async #settled(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

/** Worth another attempt with the same request, because the file is not the cause. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof StrongroomError)) return false;
  const { code, status } = error;
  return code === 'CONNECTION_LOST' || code === 'TIMED_OUT' || status === 429 || status >= 500;
}
