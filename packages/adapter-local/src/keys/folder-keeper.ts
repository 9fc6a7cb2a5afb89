import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckpointKeeper, MAX_CHECKPOINT_BYTES, systemErrorCode } from '@strongroom/ports';
import { checkpointName, sizeOfCheckpoint } from '@strongroom/store-kit';
import { readUpTo } from '../disk/bounded-read.ts';
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
  latest: async (origin, below = Number.MAX_SAFE_INTEGER + 1) => {
    const sizes = (await namesIn(folder)).flatMap((name) => sizeOfCheckpoint(origin, name) ?? []);
    const size = sizes.filter((one) => one < below).reduce<number | undefined>(greater, undefined);
    if (size === undefined) return undefined;
    const note = await readUpTo(join(folder, checkpointName(origin, size)), MAX_CHECKPOINT_BYTES);
    return note === undefined ? undefined : { size, note };
  },
});

const greater = (one: number | undefined, other: number): number => Math.max(one ?? other, other);

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
