import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Batcher, systemErrorCode } from '@strongroom/ports';

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
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
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
      await rename(temporary, join(folder, name));
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
    await settle(aside);
    await check();
    await rename(aside, to);
  } catch (error) {
    await removeIfThere(aside);
    throw error;
  }
  await syncFolder(dirname(to));
}

/** Syncs a file that other code wrote, and makes it readable for this user only. */
export async function settle(path: string): Promise<void> {
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
    await link(temporary, join(folder, name));
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await removeIfThere(temporary);
    await syncFolder(folder);
  }
}

/** Removes a file and returns whether it existed. */
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
export async function clearWrittenAside(folder: string, olderThan: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!TEMPORARY.test(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.ctimeMs < olderThan) await removeIfThere(path);
  }
}

async function writeAside(folder: string, content: Uint8Array): Promise<string> {
  const path = join(folder, `.${randomUUID()}.tmp`);
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await removeIfThere(path).catch(() => false);
    throw error;
  } finally {
    await handle.close();
  }
  return path;
}
