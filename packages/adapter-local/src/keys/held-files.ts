import { closeSync, openSync, readSync } from 'node:fs';
import { systemErrorCode } from '@strongroom/ports/system-error-code';

/** Files held at a time, and the bytes read of each. */
const MOST = 16;
const LENGTH = 4096;

/**
 * Contents of key files, which are read at the first use in a turn of the event loop and wiped at its end. Requests that are
 * decided in one turn mostly use keys of few files, and to open and read a file costs as much as to wrap a key.
 */
export class KeyFileCache {
  readonly #held = new Map<string, Readonly<{ place: Buffer; content: Buffer }>>();
  readonly #spare: Buffer[] = [];

  /** The content of a file; undefined without the file. Not to be kept: it is wiped. */
  content(path: string): Buffer | undefined {
    const known = this.#held.get(path);
    if (known !== undefined) return known.content;
    if (this.#held.size === MOST) this.wipe();
    // After all that is decided now, and before the next turn.
    if (this.#held.size === 0) queueMicrotask(() => this.wipe());
    const place = this.#spare.pop() ?? Buffer.alloc(LENGTH); // not of Node's shared buffer pool
    const length = readNow(path, place);
    if (length === undefined) {
      this.#spare.push(place);
      return undefined;
    }
    const content = place.subarray(0, length);
    this.#held.set(path, { place, content });
    return content;
  }

  /** Call it before a file is changed, so that what is used next is read again. */
  wipe(): void {
    for (const { place, content } of this.#held.values()) {
      content.fill(0);
      this.#spare.push(place);
    }
    this.#held.clear();
  }
}

/**
 * Reads the first bytes of a file and returns their number; undefined without the file. Synchronous: some bytes of a file
 * that was just used are in memory, and the four calls in the thread pool would cost more than the rest of an upload-url.
 */
function readNow(path: string, into: Uint8Array): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return readSync(descriptor, into, 0, into.byteLength, 0);
  } finally {
    closeSync(descriptor);
  }
}
