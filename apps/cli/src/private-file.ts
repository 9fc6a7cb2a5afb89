import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that is written, and has not got its name yet. */
export type StagedFile = Readonly<{
  /** Gives it its name, replacing at once what had it. */
  keep: () => Promise<void>;
  /** Removes it unless it was kept. */
  discard: () => Promise<void>;
}>;

/** Writes a file for this user only, durably, beside its place. */
export async function stagePrivateFile(folder: string, name: string, content: string): Promise<StagedFile> {
  const aside = join(folder, `.${randomUUID()}.tmp`);
  const discard = () => rm(aside, { force: true });
  try {
    const handle = await open(aside, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    discard,
    keep: async () => {
      await rename(aside, join(folder, name));
      await syncFolder(folder);
    },
  };
}

/** Makes the names in a folder durable. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
