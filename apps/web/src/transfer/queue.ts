import { momentOf, StrongroomError } from '@strongroom/client';
import { type Clock, pageClock } from '../base/clock.ts';
import { explainError, isSignedOut } from '../base/explain.ts';
import { inNaturalOrder } from '../base/list-view.ts';
import type { Observed } from '../base/observed.ts';
import type { FromWorker, UploadOrder } from '../worker/messages.ts';
import type { KeptHandle } from './handles.ts';
import type { Ended } from './panel-words.ts';
import { type Queue, type QueuedFile, QueuedFiles, type UploadState } from './queued-files.ts';
import type { Transfers } from './transfers.ts';
import type { UnfinishedFiles, UnfinishedUpload } from './unfinished.ts';

type Parts = Readonly<{
  transfers: Pick<Transfers, 'newTransfer' | 'upload' | 'cancelUploads' | 'pauseUploads' | 'end'>;
  unfinished: Pick<UnfinishedFiles, 'remember' | 'finished' | 'forget' | 'forgetOthers'>;
  /** Forgets the requests of all uploads, or only if some are of other people than this one. */
  forgetRequests: (except?: string) => Promise<void>;
  /** Called when an upload failed because the session was over: leads to the sign-in page. */
  onSessionOver: () => void;
  /** Called once no cancelled upload can arrive any more. */
  onCancelled: (ended: Ended) => void;
  clock?: Clock;
}>;

/** Announced to the worker and remembered together: a clone of thousands at once is a long task of the page. */
const TOGETHER = 200;

/** Refusals that another attempt meets too. */
const FINAL: ReadonlySet<string> = new Set([
  'FILE_TOO_LARGE',
  'VALIDATION_ERROR',
  'INSUFFICIENT_ROLE',
  'INSUFFICIENT_ROOM_ROLE',
  'CLEARANCE_INSUFFICIENT',
  'ROOM_NOT_FOUND',
  'ROOM_ARCHIVED',
]);

/** Whether another attempt may succeed. */
export const canBeRetried = ({ state, isFinal }: QueuedFile): boolean => state === 'failed' && isFinal !== true;

/** Whether it is neither in the room nor failed. */
export const isOpen = ({ state }: QueuedFile): boolean => state === 'waiting' || state === 'sending';

type Chosen = Readonly<{
  file: File;
  name: string;
  folder: string;
  replaces?: string | undefined;
  kept?: KeptHandle | undefined;
}>;
type Held<T> = Readonly<{
  show: () => void;
  /** The files that were not cancelled. */
  left: () => readonly T[];
  /** Lists them no more. */
  end: () => void;
}>;
type New = Chosen & Readonly<{ isThere: boolean }>;

/** In the order of the list that they come to. A browser gives them in one of its own. */
const byName = <T extends Chosen>(files: readonly T[]): readonly T[] =>
  files.toSorted((one, other) => inNaturalOrder(one.folder, other.folder) || inNaturalOrder(one.name, other.name));

/** The uploads of a page. They continue while a person moves between its parts. */
export class UploadQueue {
  readonly #parts: Parts;
  readonly #queued: QueuedFiles;
  readonly #arrivals = new Set<(roomId: string) => void>();
  /** The person who is signed in with this page. */
  #person: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#queued = new QueuedFiles(parts.clock ?? pageClock);
  }

  get shown(): Observed<Queue> {
    return this.#queued;
  }

  /** The number of files that are not finished. */
  get onTheirWay(): number {
    return this.#files.filter(isOpen).length;
  }

  /** The files that are not finished and go to a room under their names. */
  onTheirWayTo(roomId: string): readonly QueuedFile[] {
    return this.#files.filter((file) => file.roomId === roomId && isOpen(file) && file.isHeld !== true);
  }

  /**
   * Adds files, and resolves when the worker has them. Files of an earlier upload leave the list once none is on its way;
   * failed ones stay. Those that are in the room already are listed, and not sent again. The others are stored before the
   * worker may finish them; those that are cancelled meanwhile are left out.
   */
  async add(roomId: string, files: readonly New[], classification: string | undefined): Promise<void> {
    const added = byName(files).map(
      (one): QueuedFile => ({
        ...this.#waiting(roomId, one),
        classification,
        state: one.isThere ? 'there' : 'waiting',
      }),
    );
    this.#list(added);
    this.#finished(added.filter(({ state }) => state === 'there'));
    const waiting = added.filter(({ state }) => state === 'waiting');
    for (let from = 0; from < waiting.length; from += TOGETHER) {
      const some = this.#stillOpen(waiting.slice(from, from + TOGETHER));
      await this.#parts.unfinished.remember(some.map(this.#placeOf));
      const left = this.#stillOpen(some);
      this.#finished(some.filter((file) => !left.includes(file)));
      if (left.length > 0) this.#parts.transfers.upload(left.map(this.#orderOf), this.#listenerOf);
    }
  }

  /**
   * Files that are added once there is a connection to learn which of them are in the room. `show`: lists them as waiting, and
   * they are stored like those that were added.
   */
  hold<T extends Chosen>(roomId: string, files: readonly T[]): Held<T> {
    const held = new Map<number, T>();
    const listed = (): readonly QueuedFile[] => this.#files.filter(({ id }) => held.has(id));
    return {
      show: () => {
        if (held.size > 0) return;
        const shown = byName(files).map((one) => {
          const waiting = this.#waiting(roomId, one);
          held.set(waiting.id, one);
          return { ...waiting, isHeld: true };
        });
        this.#list(shown);
        void this.#parts.unfinished.remember(shown.map(this.#placeOf));
      },
      left: () => (held.size === 0 ? files : listed().flatMap(({ id }) => held.get(id) ?? [])),
      end: () => {
        if (listed().length === 0) return;
        this.#finished(listed());
        this.#queued.replace(this.#files.filter(({ id }) => !held.has(id)));
      },
    };
  }

  retryFailed = (): void => this.#sendAgain(canBeRetried);

  retry = (id: number): void => this.#sendAgain((file) => file.id === id && canBeRetried(file));

  /** Stops what is not finished, and forgets the list. */
  close = (): void => {
    const count = (state: UploadState): number => this.#files.filter((file) => file.state === state).length;
    const open = this.#files.filter(isOpen);
    const [arrived, failed] = [count('done'), count('failed')];
    if (open.length > 0)
      void this.#stop(open).then((late) =>
        this.#parts.onCancelled({
          arrived: arrived + late.arrived,
          unsure: late.unsure,
          cancelled: open.length - late.arrived - late.unsure,
          failed,
        }),
      );
    this.#finished(this.#files);
    this.pause(false);
    this.#queued.replace([]);
  };

  /** Stops one file, or takes one that failed off the list. */
  cancel = (id: number): void => {
    const gone = this.#files.find((file) => file.id === id && (isOpen(file) || file.state === 'failed'));
    if (gone === undefined) return;
    this.#finished([gone]);
    this.#queued.replace(this.#files.filter((file) => file !== gone));
    if (isOpen(gone))
      void this.#stop([gone]).then((late) => {
        if (late.arrived + late.unsure > 0) this.#parts.onCancelled({ ...late, cancelled: 0, failed: 0 });
      });
    // After the cancel, or the worker would begin the very file.
    if (this.onTheirWay === 0) this.pause(false);
  };

  pause(isPaused: boolean): void {
    this.#parts.transfers.pauseUploads(isPaused);
    this.#queued.pause(isPaused);
  }

  /**
   * Called when a person is signed in. Their uploads that failed because the session was over go on; those of one person are
   * nothing to the next who signs in with this browser.
   */
  keepFor(person: string): void {
    if (this.#person !== undefined && this.#person !== person) this.drop();
    this.#person = person;
    this.#sendAgain(({ needsSession }) => needsSession === true);
    void this.#parts.unfinished.forgetOthers(person);
    void this.#parts.forgetRequests(person);
  }

  /** Ends all uploads of the session at sign-out. */
  drop(): void {
    this.#parts.transfers.end();
    void this.#parts.unfinished.forget();
    void this.#parts.forgetRequests();
    this.#queued.pause(false);
    this.#queued.replace([]);
  }

  /** Calls back after each file that has arrived in a room. */
  onUploaded(listener: (roomId: string) => void): () => void {
    this.#arrivals.add(listener);
    return () => this.#arrivals.delete(listener);
  }

  get #files(): readonly QueuedFile[] {
    return this.#queued.all;
  }

  #waiting(roomId: string, { file, name, folder, replaces, kept }: Chosen): QueuedFile {
    const id = this.#parts.transfers.newTransfer();
    const fresh = { classification: undefined, state: 'waiting', sent: 0, error: undefined } as const;
    return { id, roomId, file, name, folder, replaces, kept, ...fresh };
  }

  #list(added: readonly QueuedFile[]): void {
    const before = this.onTheirWay > 0 ? this.#files : this.#files.filter(({ state }) => state === 'failed');
    this.#queued.replace([...before, ...added]);
  }

  #stillOpen(files: readonly QueuedFile[]): readonly QueuedFile[] {
    const open = new Set(this.#files.filter(isOpen).map(({ id }) => id));
    return files.filter(({ id }) => open.has(id));
  }

  /** Returns the numbers of those that were being confirmed, and arrived nevertheless or may have. */
  async #stop(open: readonly QueuedFile[]): ReturnType<Transfers['cancelUploads']> {
    const late = await this.#parts.transfers.cancelUploads(open.map(({ id }) => id));
    for (const roomId of new Set(open.map((file) => file.roomId))) this.#tellArrival(roomId);
    return late;
  }

  #tellArrival(roomId: string): void {
    for (const listener of this.#arrivals) listener(roomId);
  }

  #sendAgain(isMeant: (file: QueuedFile) => boolean): void {
    const again = this.#files.filter(isMeant).map(
      (known): QueuedFile => ({
        ...known,
        id: this.#parts.transfers.newTransfer(),
        state: 'waiting',
        sent: 0,
        error: undefined,
        needsSession: false,
      }),
    );
    if (again.length === 0) return;
    this.#queued.replace([...this.#files.filter((file) => !isMeant(file)), ...again]);
    this.#parts.transfers.upload(again.map(this.#orderOf), this.#listenerOf);
  }

  readonly #listenerOf =
    (id: number) =>
    (message: FromWorker): void => {
      if (message.type === 'progress') this.#queued.change(id, { state: 'sending', sent: message.transferred });
      else if (message.type === 'uploaded') {
        const arrived = this.#queued.change(id, { state: 'done', version: message.version });
        if (arrived === undefined) return;
        this.#finished([arrived]);
        this.#tellArrival(arrived.roomId);
      } else if (message.type === 'failed') {
        const error = new StrongroomError(message.error.code, { ...message.error });
        const needsSession = isSignedOut(error);
        const isFinal = FINAL.has(error.code);
        const failed = this.#queued.change(id, {
          state: 'failed',
          error: explainError(error).text,
          needsSession,
          isFinal,
        });
        if (failed !== undefined && isFinal) this.#finished([failed]);
        if (needsSession) this.#parts.onSessionOver();
      }
    };

  #finished(files: readonly QueuedFile[]): void {
    void this.#parts.unfinished.finished(files.map(this.#placeOf));
  }

  readonly #placeOf = ({ roomId, folder, name, file, replaces, kept }: QueuedFile): UnfinishedUpload => ({
    userId: this.#person,
    roomId,
    folder,
    name,
    size: file.size,
    modified_at: momentOf(file.lastModified),
    replaces,
    kept,
  });

  /** The fields of a file that the worker can use. */
  readonly #orderOf = ({ id, roomId, file, name, folder, classification, replaces }: QueuedFile): UploadOrder => ({
    id,
    userId: this.#person,
    roomId,
    file,
    name,
    folder,
    classification,
    replaces,
  });
}
