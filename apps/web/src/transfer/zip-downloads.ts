import type { ObservedValue } from '../base/observed.ts';

/** A file that a zip lacks, with the reason. */
export type LeftOutFile = Readonly<{ id: string; name: string; why: string }>;

export type ZipDownload = Readonly<{
  id: number;
  /** Of the zip, with its extension. */
  name: string;
  files: number;
  bytes: number;
  /** Files that have ended, and their bytes. */
  ended: number;
  endedBytes: number;
  state: 'running' | 'done' | 'failed';
  leftOut: readonly LeftOutFile[];
  error: unknown;
}>;

type Work = Readonly<{
  signal: AbortSignal;
  /** Called when the place of the zip is known. */
  onBegun: () => void;
  /** Learns how many files have ended, in their order. */
  onEnded: (count: number) => void;
  onLeftOut: (files: readonly LeftOutFile[]) => void;
}>;

type Order = Readonly<{
  name: string;
  files: readonly Readonly<{ size: number }>[];
  /** Makes the zip and gives it to the browser. */
  run: (work: Work) => Promise<void>;
}>;

/** Drawings of the progress, at most: one costs as much as a small file. */
const DRAWINGS = 500;

/** Zips of files that are made while a person moves between pages. */
export class ZipDownloads {
  readonly #shown: ObservedValue<readonly ZipDownload[]>;
  readonly #stops = new Map<number, AbortController>();
  readonly #orders = new Map<number, Order>();
  #count = 0;

  constructor(shown: ObservedValue<readonly ZipDownload[]>) {
    this.#shown = shown;
  }

  /** Resolves with whether the person chose a place for the zip, which then is begun. Rejects where it cannot begin. */
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

  /** Makes a zip that failed from the beginning. */
  async again(id: number): Promise<void> {
    const order = this.#orders.get(id);
    if (order === undefined) return;
    try {
      await this.#attempt(id, order);
    } catch (error) {
      this.#change(id, { state: 'failed', error });
    }
  }

  /** Shows a zip no more, and stops it, so that nothing stays of it. */
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
      const { signal } = stop;
      order
        .run({ signal, onBegun, onEnded: this.#counter(id, order), onLeftOut })
        .then(() => this.#change(id, { state: 'done' }), onFailure);
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

  #show(id: number, { name, files }: Order): void {
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const fresh = { id, name, files: files.length, bytes, ended: 0, endedBytes: 0, leftOut: [], error: undefined };
    this.#set([...this.#shown.value.filter((one) => one.id !== id), { ...fresh, state: 'running' }]);
  }

  #change(id: number, change: Partial<ZipDownload>): void {
    this.#set(this.#shown.value.map((one) => (one.id === id ? { ...one, ...change } : one)));
  }

  #forget(id: number): void {
    this.#stops.delete(id);
    this.#orders.delete(id);
    this.#set(this.#shown.value.filter((one) => one.id !== id));
  }

  #set(value: readonly ZipDownload[]): void {
    this.#shown.value = value;
    this.#shown.draw();
  }
}
