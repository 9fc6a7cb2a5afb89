import { access, constants } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { type LastCheckpoint, MAX_CHECKPOINT_BYTES, systemErrorCode } from '@strongroom/ports';
import { readUpTo } from '../disk/bounded-read.ts';
import { makeFolder, replaceFile } from '../disk/durable.ts';
import { withFileErrors } from '../disk/file-errors.ts';

/** The file of the last signed checkpoint in a data folder. */
export const AUDIT_CHECKPOINT_FILE = 'audit.checkpoint';

/**
 * The last signed checkpoint in a file. `earlier`: the file where an earlier version noted it, which is read as long as the
 * other one is missing.
 */
export const checkpointFile = (path: string, earlier?: string): LastCheckpoint => ({
  noted: path,
  lastSigned: () =>
    withFileErrors('audit', async () => {
      const here = await readUpTo(path, MAX_CHECKPOINT_BYTES);
      return here ?? (earlier === undefined ? undefined : readUpTo(earlier, MAX_CHECKPOINT_BYTES));
    }),
  noteSigned: (checkpoint) =>
    withFileErrors('audit', async () => {
      await makeFolder(resolve(dirname(path)));
      await replaceFile(dirname(path), basename(path), Buffer.from(checkpoint));
    }),
});

/** The last signed checkpoint in the memory of a process. */
export function checkpointInMemory(): LastCheckpoint {
  let signed: string | undefined;
  return {
    lastSigned: async () => signed,
    noteSigned: async (checkpoint) => {
      signed = checkpoint;
    },
  };
}

/** The code of the operating system if the file could not be written; changes nothing. */
export async function faultOfCheckpointFile(path: string): Promise<string | undefined> {
  for (let folder = resolve(dirname(path)); ; folder = dirname(folder)) {
    try {
      // With a slash at the end, the name of a file is refused as a folder.
      await access(`${folder}/`, constants.W_OK | constants.X_OK);
      return undefined;
    } catch (error) {
      const code = systemErrorCode(error);
      if (code !== 'ENOENT' || dirname(folder) === folder) return code ?? 'unknown';
    }
  }
}
