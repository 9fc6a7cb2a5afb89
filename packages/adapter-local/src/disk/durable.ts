import { randomUUID } from 'node:crypto';
import { closeSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { constants, copyFile, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { Batcher } from '@strongroom/store-kit/batcher';
import { flush } from './flush.ts';

/*
 * Names are created and changed by synchronous calls: the kernel does so in its memory, within microseconds, where a call
 * in the thread pool costs ten times as much processor time. Only a sync waits for the disk.
 */

const TEMPORARY = /^\.[0-9a-f-]{36}\.tmp$/;

/** Callers who wait for a folder share its next sync, which begins after all of them called. */
const folderSyncs = new Batcher<void, void>({
  serve: async (calls, folder) => {
    await syncNow(folder);
    return calls.map(() => ({ answer: undefined }));
  },
});

/** Syncs the names in a folder to disk. Does nothing on Windows, which cannot open folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await folderSyncs.add(undefined, folder);
}

async function syncNow(folder: string): Promise<void> {
  const descriptor = openSync(folder, 'r');
  try {
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Creates a folder and its missing parents, for this user only, and syncs each name. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return;
    if (systemErrorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    return makeFolder(folder);
  }
  await syncFolder(dirname(folder));
}

/** A durable file that does not have its name yet. */
export type StagedFile = Readonly<{
  /** Gives it its name, atomically replacing a file of that name. */
  keep: () => Promise<void>;
  /** Removes it if it was not kept. */
  discard: () => Promise<void>;
}>;

/** Writes a file, for this user only, in its folder under a temporary name. */
export async function stageFile(folder: string, name: string, content: Uint8Array): Promise<StagedFile> {
  const temporary = await writeAside(folder, content);
  return {
    keep: async () => {
      renameSync(temporary, join(folder, name));
      await syncFolder(folder);
    },
    discard: async () => void (await removeIfThere(temporary)),
  };
}

/** Replaces a file atomically and durably, for this user only. */
export async function replaceFile(folder: string, name: string, content: Uint8Array): Promise<void> {
  const staged = await stageFile(folder, name, content);
  await staged.keep().catch(async (error: unknown) => {
    await staged.discard();
    throw error;
  });
}

/**
 * Copies a file atomically and durably, for this user only. If the file system can, both share their blocks until one of
 * them changes. `check` runs before the copy gets its name, and may throw.
 */
export async function copyWhole(
  from: string,
  to: string,
  check: () => Promise<unknown> = async () => {},
): Promise<void> {
  const aside = join(dirname(to), `.${randomUUID()}.tmp`);
  try {
    await copyFile(from, aside, constants.COPYFILE_FICLONE);
    await syncFile(aside);
    await check();
    await rename(aside, to);
  } catch (error) {
    await removeIfThere(aside);
    throw error;
  }
  await syncFolder(dirname(to));
}

/** Syncs a file that other code wrote, and makes it readable for this user only. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file atomically unless the name exists, for this user only. Of concurrent callers in any number of processes,
 * exactly one gets true. The file is durable in either case.
 */
export async function createOnce(folder: string, name: string, content: Uint8Array): Promise<boolean> {
  const temporary = await writeAside(folder, content);
  try {
    linkSync(temporary, join(folder, name));
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    removeNow(temporary);
    await syncFolder(folder);
  }
}

/** Removes a name of a file that is small or has another name, and returns whether it existed. */
export function removeNow(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Removes a file, which may take as long as it is large, and returns whether it existed. */
export async function removeIfThere(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Removes temporary files of killed processes. Newer files are kept: another process that shares the folder may be writing
 * them.
 */
export async function deleteStaleTemporaryFiles(folder: string, olderThan: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!TEMPORARY.test(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.ctimeMs < olderThan) await removeIfThere(path);
  }
}

async function writeAside(folder: string, content: Uint8Array): Promise<string> {
  const path = join(folder, `.${randomUUID()}.tmp`);
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    writeNow(descriptor, content);
    await flush(descriptor);
  } catch (error) {
    await removeIfThere(path).catch(() => false);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return path;
}

/** Writes content of at most some kilobytes, which the kernel takes without waiting for the disk. */
export function writeNow(descriptor: number, content: Uint8Array): void {
  for (let from = 0; from < content.byteLength; )
    from += writeSync(descriptor, content, from, content.byteLength - from);
}
