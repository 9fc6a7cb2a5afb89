import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckpointKeeper, checkpointName, sizeOfCheckpoint, systemErrorCode } from '@strongroom/ports';
import { createOnce, makeFolder } from '../disk/durable.ts';

/**
 * Keeps checkpoints of audit logs as files `<log>.<size>.checkpoint` in a folder, best on another machine. A file is never
 * replaced. Several processes may share the folder.
 */
export const folderKeeper = (folder: string): CheckpointKeeper => ({
  name: folder,
  every: 0,
  keep: async ({ origin, size, note }) => {
    await makeFolder(folder);
    await createOnce(folder, checkpointName(origin, size), Buffer.from(note));
  },
  latest: async (origin) => {
    const name = (await namesIn(folder))
      .filter((one) => sizeOfCheckpoint(origin, one) !== undefined)
      .toSorted()
      .at(-1);
    return name === undefined ? undefined : readFile(join(folder, name), 'utf8');
  },
});

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
