import { type Clock, pageClock } from '../base/clock.ts';
import type { ObservedValue } from '../base/observed.ts';

/** A file that a zip lacks, with the reason. */
export type LeftOutFile = Readonly<{ id: string; name: string; why: string }>;

export type Download = Readonly<{
  id: number;
  /** One file as it is, or a zip of several. */
  kind: 'file' | 'zip';
  /** Of the file or the zip, with its extension. */
  name: string;
  files: number;
  /** 0 where the size is not known before its end. */
  bytes: number;
  /** Files that have ended. */
  ended: number;
  /** Bytes of a zip's files that have ended; bytes of a file that arrived. */
  endedBytes: number;
  /** The name under which the browser has it, where not every system holds its own. */
  savedAs: string | undefined;
  state: 'running' | 'done' | 'failed';
  leftOut: readonly LeftOutFile[];
  error: unknown;
}>;

type Work = Readonly<{
  signal: AbortSignal;
  /** Called when the place of the zip is known; for a file at once. */
  onBegun: () => void;
  /** Learns the part of a single file that has arrived, from 0 to 1. */
  onPart: (part: number) => void;
  onSavedAs: (name: string) => void;
  /** Learns how many files have ended, in their order. */
  onEnded: (count: number) => void;
  onLeftOut: (files: readonly LeftOutFile[]) => void;
}>;

type Order = Readonly<{
  kind: Download['kind'];
  name: string;
  files: readonly Readonly<{ size: number }>[];
  /** Makes it and gives it to the browser. */
  run: (work: Work) => Promise<void>;
}>;

const bytesOf = ({ files }: Order): number => files.reduce((sum, { size }) => sum + size, 0);

/** Drawings of the progress, at most: one costs as much as a small file. */
const DRAWINGS = 500;

/** Milliseconds that a single file is shown after its end. */
const SHOWN_MS = 8000;

/** Files and zips that are downloaded while a person moves between pages. */
export class Downloads {
  readonly #shown: ObservedValue<readonly Download[]>;
  readonly #stops = new Map<number, AbortController>();
  readonly #orders = new Map<number, Order>();
  readonly #clock: Clock;
  #count = 0;

  constructor(shown: ObservedValue<readonly Download[]>, clock: Clock = pageClock) {
    this.#shown = shown;
    this.#clock = clock;
  }

  /** Resolves with whether the person chose a place for it, and it is begun. Rejects where it cannot begin. */
  async begin(order: Order): Promise<boolean> {
    const id = ++this.#count;
    this.#orders.set(id, order);
    let isBegun = false;
    try {
      isBegun = await this.#attempt(id, order);
      return isBegun;
    } finally {
      if (!isBegun) this.#forget(id);
    }
  }

  /** Makes one that failed from the beginning. */
  async again(id: number): Promise<void> {
    const order = this.#orders.get(id);
    if (order === undefined) return;
    try {
      await this.#attempt(id, order);
    } catch (error) {
      this.#change(id, { state: 'failed', error });
    }
  }

  /** Shows one no more, and stops it, so that nothing stays of it. */
  remove(id: number): void {
    this.#stops.get(id)?.abort();
    this.#forget(id);
  }

  #attempt(id: number, order: Order): Promise<boolean> {
    const stop = new AbortController();
    this.#stops.set(id, stop);
    return new Promise((resolve, reject) => {
      let isBegun = false;
      const onBegun = (): void => {
        isBegun = true;
        this.#show(id, order);
        resolve(true);
      };
      const onFailure = (error: unknown): void => {
        const isStopped = stop.signal.aborted || (error instanceof DOMException && error.name === 'AbortError');
        if (!isBegun && isStopped) resolve(false);
        else if (!isBegun) reject(error);
        else if (isStopped) this.#forget(id);
        else this.#change(id, { state: 'failed', error });
      };
      const onLeftOut = (leftOut: readonly LeftOutFile[]): void => this.#change(id, { leftOut });
      const onPart = (part: number): void => this.#change(id, { endedBytes: Math.round(part * bytesOf(order)) });
      const onSavedAs = (savedAs: string): void => this.#change(id, { savedAs });
      const { signal } = stop;
      order
        .run({ signal, onBegun, onPart, onSavedAs, onEnded: this.#counter(id, order), onLeftOut })
        .then(() => this.#end(id, order), onFailure);
    });
  }

  #counter(id: number, { files }: Order): (count: number) => void {
    const step = Math.ceil(files.length / DRAWINGS);
    let [counted, endedBytes] = [0, 0];
    return (ended) => {
      while (counted < ended) endedBytes += files[counted++]?.size ?? 0;
      if (ended % step === 0 || ended === files.length) this.#change(id, { ended, endedBytes });
    };
  }

  /** A single file has nothing to read after its end, and leaves the page by itself. */
  #end(id: number, { kind }: Order): void {
    this.#change(id, { state: 'done' });
    if (kind === 'file') this.#clock.after(SHOWN_MS, () => this.remove(id));
  }

  #show(id: number, order: Order): void {
    const { kind, name, files } = order;
    const none = { ended: 0, endedBytes: 0, savedAs: undefined, leftOut: [], error: undefined };
    const fresh = { id, kind, name, files: files.length, bytes: bytesOf(order), ...none };
    this.#set([...this.#shown.value.filter((one) => one.id !== id), { ...fresh, state: 'running' }]);
  }

  #change(id: number, change: Partial<Download>): void {
    this.#set(this.#shown.value.map((one) => (one.id === id ? { ...one, ...change } : one)));
  }

  #forget(id: number): void {
    this.#stops.delete(id);
    this.#orders.delete(id);
    this.#set(this.#shown.value.filter((one) => one.id !== id));
  }

  #set(value: readonly Download[]): void {
    this.#shown.value = value;
    this.#shown.draw();
  }
}
