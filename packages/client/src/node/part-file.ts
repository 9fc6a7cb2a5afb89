import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StrongroomError } from '../base/error.ts';
import { appenderTo } from './appender.ts';
import { partName } from './dead-parts.ts';
import { linkFile, OpenFile, renameFile, unlinkFile } from './open-file.ts';

/** A file that gets its name once it is complete and verified. Readable by its owner only. */
export type PartFile = Readonly<{
  append: (bytes: Uint8Array) => Promise<void> | undefined;
  /** Starts again at the beginning. */
  restart: () => Promise<void>;
  /** Gives the file its name, after `beforeNamed` with the path that it has until then. Throws DESTINATION_EXISTS. */
  keep: (beforeNamed?: (path: string) => Promise<void>) => Promise<void>;
  /** Removes the file unless it was kept. */
  discard: () => Promise<void>;
}>;

/** Creates the folder of the destination if missing. Throws DESTINATION_UNWRITABLE. */
export async function partFile(destination: string, overwrite: boolean, modifiedAt?: string): Promise<PartFile> {
  const path = join(dirname(destination), partName(randomUUID()));
  const handle = await writable(created(path));
  let content = appenderTo(handle);
  let isEmpty = true;
  let isKept = false;
  return {
    append: (bytes) => {
      isEmpty = false;
      const full = content.append(bytes);
      return full && writable(full);
    },
    restart: async () => {
      // ext4 starts writing a file to the disk on close if it was ever truncated to zero.
      if (isEmpty) return;
      // A write of the previous attempt must not land after those of the next one.
      await content.finish().catch(() => undefined);
      content = appenderTo(handle);
      await writable(handle.truncate(0));
    },
    keep: async (beforeNamed) => {
      await writable(content.finish());
      // A file system that keeps no such time refuses it, which is not a reason to lose the file.
      if (modifiedAt !== undefined) await handle.utimes(new Date(), new Date(modifiedAt)).catch(() => undefined);
      await writable(handle.close());
      await beforeNamed?.(path);
      await writable(overwrite ? renameFile(path, destination) : nameNew(path, destination));
      isKept = true;
    },
    discard: async () => {
      if (isKept) return;
      await handle.close().catch(() => undefined);
      await rm(path, { force: true });
    },
  };
}

/** Most files go to a folder that is there. */
async function created(path: string): Promise<OpenFile> {
  try {
    return await OpenFile.toCreate(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await mkdir(dirname(path), { recursive: true });
    return OpenFile.toCreate(path);
  }
}

const writable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw cause instanceof StrongroomError ? cause : new StrongroomError('DESTINATION_UNWRITABLE', { cause });
  });

/** A hard link fails atomically if the name exists; a rename would replace the file. */
async function nameNew(path: string, destination: string): Promise<void> {
  try {
    await linkFile(path, destination);
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw new StrongroomError('DESTINATION_EXISTS', { cause });
    // Some file systems have no hard links; there the check and the rename are two steps.
    const reserved = await OpenFile.toCreate(destination).catch((error: unknown) => {
      throw codeOf(error) === 'EEXIST' ? new StrongroomError('DESTINATION_EXISTS', { cause: error }) : error;
    });
    await reserved.close();
    return renameFile(path, destination);
  }
  // One that stays is removed with those of killed processes.
  await unlinkFile(path).catch(() => undefined);
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
