import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobRefusal } from '@strongroom/ports';
import { removeIfThere } from '../disk/durable.ts';
import { newHeader } from './object-file.ts';
import { storing } from './storage-errors.ts';

const HOUR = 3_600_000;
/** Nothing is under way for so long; what is older was left by a process that died. */
const LEFT_BEHIND = 6 * HOUR;

/** A body that has arrived whole and lies on disk, not yet under its name. */
export type Received = Readonly<{ path: string; generation: string }>;

/** Where uploads lie until they are whole, and where objects are held while they move. */
export class TempFolder {
  readonly #folder: string;
  readonly #wallClock: () => number;
  #clearedAt = Number.NEGATIVE_INFINITY;

  /** `wallClock` is the clock of the file system, in milliseconds: ages are told by the times it writes. */
  constructor(folder: string, wallClock: () => number = Date.now) {
    this.#folder = folder;
    this.#wallClock = wallClock;
  }

  /** A name nobody else has. */
  freshPath(): string {
    return join(this.#folder, randomUUID());
  }

  /**
   * Writes a body to disk as it arrives, piece by piece. Throws BlobRefusal PAYLOAD_TOO_LARGE at the first byte beyond
   * `limit`, STORAGE_FULL, or whatever the body throws when it breaks off; then nothing is left behind.
   */
  async receive(body: AsyncIterable<Uint8Array>, limit: number): Promise<Received> {
    const path = this.freshPath();
    const { header, generation } = newHeader();
    const handle = await storing(() => open(path, 'wx', 0o600));
    try {
      await storing(() => writeAll(handle, header));
      let received = 0;
      for await (const piece of body) {
        received += piece.byteLength;
        if (received > limit) throw new BlobRefusal('PAYLOAD_TOO_LARGE');
        await storing(() => writeAll(handle, piece));
      }
      await storing(() => handle.sync());
    } catch (error) {
      await removeIfThere(path).catch(() => false);
      throw error;
    } finally {
      await handle.close();
    }
    return { path, generation };
  }

  /** Removes what dead processes left, at most once an hour. Others may share the folder: young files are left alone. */
  async clearLeftBehind(): Promise<void> {
    const now = this.#wallClock();
    if (now - this.#clearedAt < HOUR) return;
    this.#clearedAt = now;
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      // A link that was just made has an old mtime and a fresh ctime.
      if (found !== undefined && Math.max(found.mtimeMs, found.ctimeMs) < now - LEFT_BEHIND) await removeIfThere(path);
    }
  }
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let from = 0; from < piece.byteLength; ) {
    const { bytesWritten } = await handle.write(piece, from, piece.byteLength - from);
    from += bytesWritten;
  }
}
