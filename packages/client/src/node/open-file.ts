import fs from 'node:fs';
import { promisify } from 'node:util';
import { QuickCalls } from './quick-calls.ts';

/** Bytes that are read or written at once: more would hold other transfers up. */
const SMALL = 64 * 1024;

const inPool = {
  open: promisify(fs.open),
  close: promisify(fs.close),
  fstat: promisify(fs.fstat),
  stat: promisify(fs.stat),
  read: promisify(fs.read),
  writev: promisify(fs.writev),
  ftruncate: promisify(fs.ftruncate),
  futimes: promisify(fs.futimes),
  rename: promisify(fs.rename),
  link: promisify(fs.link),
  unlink: promisify(fs.unlink),
};

const calls = new QuickCalls();

// A pipe in place of a file would wait for its writer. Windows has no such flag, which counts as 0.
const { O_RDONLY, O_NONBLOCK } = fs.constants;

/** An open file of this machine. */
export class OpenFile {
  readonly #descriptor: number;
  #isOpen = true;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Opens a file to read it. */
  static async toRead(path: string): Promise<OpenFile> {
    const flags = O_RDONLY | O_NONBLOCK;
    const open = () => fs.openSync(path, flags);
    return new OpenFile(await calls.make(open, () => inPool.open(path, flags)));
  }

  /** Creates a file, for this user only. Fails if there is one. */
  static async toCreate(path: string): Promise<OpenFile> {
    const open = () => fs.openSync(path, 'wx', 0o600);
    return new OpenFile(await calls.make(open, () => inPool.open(path, 'wx', 0o600)));
  }

  stat(): Promise<fs.Stats> {
    return calls.make(
      () => fs.fstatSync(this.#descriptor),
      () => inPool.fstat(this.#descriptor),
    );
  }

  /** Fills a buffer from a position as far as the file goes. Returns the number of bytes. */
  async read(into: Uint8Array, position: number): Promise<number> {
    const { length } = into;
    const away = async () => (await inPool.read(this.#descriptor, into, 0, length, position)).bytesRead;
    if (length > SMALL) return away();
    return calls.make(() => fs.readSync(this.#descriptor, into, 0, length, position), away);
  }

  /** Writes at a position. Returns the number of bytes, which may be fewer than there are. */
  async writev(pieces: readonly Uint8Array[], position: number): Promise<Readonly<{ bytesWritten: number }>> {
    const away = () => inPool.writev(this.#descriptor, pieces, position);
    if (pieces.reduce((sum, { length }) => sum + length, 0) > SMALL) return away();
    return calls.make(() => ({ bytesWritten: fs.writevSync(this.#descriptor, pieces, position), buffers: [] }), away);
  }

  truncate(length: number): Promise<void> {
    return inPool.ftruncate(this.#descriptor, length);
  }

  utimes(accessed: Date, modified: Date): Promise<void> {
    return calls.make(
      () => fs.futimesSync(this.#descriptor, accessed, modified),
      () => inPool.futimes(this.#descriptor, accessed, modified),
    );
  }

  /** Closes it; nothing if it is closed. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    return calls.make(
      () => fs.closeSync(this.#descriptor),
      () => inPool.close(this.#descriptor),
    );
  }
}

export const renameFile = (from: string, to: string): Promise<void> =>
  calls.make(
    () => fs.renameSync(from, to),
    () => inPool.rename(from, to),
  );

export const linkFile = (from: string, to: string): Promise<void> =>
  calls.make(
    () => fs.linkSync(from, to),
    () => inPool.link(from, to),
  );

export const unlinkFile = (path: string): Promise<void> =>
  calls.make(
    () => fs.unlinkSync(path),
    () => inPool.unlink(path),
  );

/** Undefined where it cannot be found. */
export const statOf = (path: string): Promise<fs.Stats | undefined> =>
  calls
    .make(
      () => fs.statSync(path, { throwIfNoEntry: false }),
      () => inPool.stat(path),
    )
    .catch(() => undefined);
