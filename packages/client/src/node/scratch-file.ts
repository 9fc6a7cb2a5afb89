import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appenderTo } from './appender.ts';

/** A private temporary file, without a name on systems that allow it. */
export type ScratchFile = Readonly<{
  readonly size: number;
  /** Takes a piece over: its memory is freed once it is written. */
  append: (bytes: Uint8Array) => Promise<void> | undefined;
  /** Resolves once everything is written and can be read. */
  finish: () => Promise<void>;
  /** Reads from the beginning. Each piece is valid until the next one is requested. */
  read: () => AsyncIterable<Buffer>;
  remove: () => Promise<void>;
}>;

const PIECE = 256 * 1024;

export async function scratchFile(): Promise<ScratchFile> {
  const path = join(tmpdir(), `strongroom-${randomUUID()}.tmp`);
  const handle = await open(path, 'wx+', 0o600);
  // Windows keeps the name of an open file, so it is removed at the end.
  await rm(path).catch(() => undefined);
  const content = appenderTo(handle);
  let size = 0;
  return {
    get size() {
      return size;
    },
    append: (bytes) => {
      size += bytes.length;
      return content.append(bytes);
    },
    finish: content.finish,
    async *read() {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, size));
      for (let at = 0; at < size; ) {
        const { bytesRead } = await handle.read(piece, { position: at });
        if (bytesRead === 0) throw new Error('a scratch file was cut');
        at += bytesRead;
        yield piece.subarray(0, bytesRead);
      }
    },
    remove: async () => {
      await handle.close();
      await rm(path, { force: true });
    },
  };
}
