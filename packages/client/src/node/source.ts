import { StrongroomError } from '../base/error.ts';
import { tooLarge } from '../content/objects.ts';
import { MAX_FILE_BYTES } from '../generated/operations.ts';
import { OpenFile } from './open-file.ts';
import { releaseMemory } from './release.ts';

/** Content of a fixed size that can be read repeatedly from its beginning. */
export type FileSource = Readonly<{
  size: number;
  /** Milliseconds since 1970 of the last change, of a file. */
  modified?: number;
  /** Each piece is valid until the next one is requested. */
  read: () => AsyncIterable<Uint8Array>;
  close: () => Promise<void>;
}>;

const PIECE = 256 * 1024;

/** An open file: renaming or replacing it meanwhile does not mix contents. Throws SOURCE_UNREADABLE, FILE_TOO_LARGE. */
export async function fileSource(path: string): Promise<FileSource> {
  const handle = await readable(OpenFile.toRead(path));
  const stats = await handle.stat();
  const { size } = stats;
  if (!stats.isFile() || size > MAX_FILE_BYTES) {
    await handle.close();
    throw stats.isFile() ? tooLarge() : new StrongroomError('SOURCE_UNREADABLE');
  }
  return {
    size,
    modified: stats.mtimeMs,
    close: () => handle.close(),
    async *read() {
      // Each read asks for a byte beyond the end: one that gets it, or too few, finds a file that changed.
      const piece = Buffer.allocUnsafe(Math.min(PIECE, size + 1));
      try {
        for (let at = 0; ; ) {
          const bytesRead = await readable(handle.read(piece, at));
          const isWhole = at + bytesRead === size;
          if (at + bytesRead > size || (bytesRead === 0 && !isWhole)) throw new StrongroomError('SOURCE_CHANGED');
          at += bytesRead;
          if (bytesRead > 0) yield piece.subarray(0, bytesRead);
          if (isWhole && bytesRead < piece.length) return;
        }
      } finally {
        releaseMemory(piece);
      }
    },
  };
}

const readable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new StrongroomError('SOURCE_UNREADABLE', { cause });
  });
