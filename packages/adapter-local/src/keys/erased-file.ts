import { basename, dirname } from 'node:path';
import { UserId } from '@strongroom/domain';
import { type ErasedPeople, systemErrorCode, Unavailable } from '@strongroom/ports';
import { textOfFile } from '@strongroom/store-kit/node';
import { makeFolder, replaceFile } from '../disk/durable.ts';
import { withFileErrors } from '../disk/file-errors.ts';
import { withFileLock } from './exclusively.ts';

/** The list of erased people in the folder of keys. */
export const ERASED_FILE = 'erased.ids';

/** Enough for four hundred thousand people. */
const MAX_BYTES = 16 * 1024 ** 2;

/** The ids of erased people in a file, one a line. Lines that hold something else make every call reject, and the file stays. */
export function erasedFile(path: string): ErasedPeople {
  const folder = dirname(path);
  const ids = async (): Promise<ReadonlySet<UserId>> => new Set((await linesOf(path)).map((line) => idOf(line, path)));
  return {
    ids: () => withFileErrors('audit', ids),
    note: (given) =>
      withFileErrors('audit', async () => {
        await makeFolder(folder);
        await withFileLock(`${path}.lock`, async () => {
          const known = await ids();
          const all = new Set([...known, ...given]);
          if (all.size === known.size) return;
          await replaceFile(folder, basename(path), Buffer.from([...all].map((id) => `${id}\n`).join('')));
        });
      }),
  };
}

function idOf(line: string, path: string): UserId {
  if (UserId.is(line)) return line;
  throw new Unavailable('audit', { cause: new Error(`${path} holds a line that is no id`) });
}

async function linesOf(path: string): Promise<readonly string[]> {
  try {
    return (await textOfFile(path, MAX_BYTES)).split('\n').filter((line) => line.trim() !== '');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
