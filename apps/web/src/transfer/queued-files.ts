import type { Clock } from '../base/clock.ts';
import type { Observed } from '../base/observed.ts';
import type { KeptHandle } from './handles.ts';

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed' | 'there';
export type QueuedFile = Readonly<{
  id: number;
  roomId: string;
  file: File;
  name: string;
  folder: string;
  classification: string | undefined;
  /** The file that it becomes a version of. */
  replaces: string | undefined;
  /** The version of the file that it became, where that is known. */
  version?: number | undefined;
  state: UploadState;
  sent: number;
  error: string | undefined;
  /** Waits for a connection, before it is known which name it gets. */
  isHeld?: boolean;
  /** Failed because the session was over: continues when the same person signs in again. */
  needsSession?: boolean;
  /** Failed for a reason that another attempt meets too. */
  isFinal?: boolean;
  /** The handle by which the browser can read the file again after a reload. */
  kept: KeptHandle | undefined;
}>;

export type Queue = Readonly<{ files: readonly QueuedFile[]; isPaused: boolean }>;

/** Milliseconds in which messages of the worker become one drawing, and more for each of many files. */
const DRAWN_MS = 50;
const DRAWN_MS_OF_FILE = 0.05;

/** The files of a queue. A message changes one of thousands, so the list that is shown is copied when it is read. */
export class QueuedFiles implements Observed<Queue> {
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #files: QueuedFile[] = [];
  /** Places in the list, by the ids of the files. */
  #places = new Map<number, number>();
  #isPaused = false;
  /** Undefined after a change. */
  #shown: Queue | undefined;
  #isDrawing = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get value(): Queue {
    this.#shown ??= { files: [...this.#files], isPaused: this.#isPaused };
    return this.#shown;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The files now. */
  get all(): readonly QueuedFile[] {
    return this.#files;
  }

  replace(files: readonly QueuedFile[]): void {
    this.#files = [...files];
    this.#places = new Map(files.map(({ id }, place) => [id, place]));
    this.#changed();
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#changed();
  }

  /** Changes a file, and returns it; undefined if it has left the list. */
  change(id: number, changes: Partial<QueuedFile>): QueuedFile | undefined {
    const place = this.#places.get(id);
    const known = place === undefined ? undefined : this.#files[place];
    if (place === undefined || known === undefined) return undefined;
    const changed = { ...known, ...changes };
    this.#files[place] = changed;
    this.#changed();
    return changed;
  }

  #changed(): void {
    this.#shown = undefined;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    this.#clock.after(DRAWN_MS + this.#files.length * DRAWN_MS_OF_FILE, () => {
      this.#isDrawing = false;
      for (const listener of this.#listeners) listener();
    });
  }
}
