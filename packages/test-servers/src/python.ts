/** Python with packages, for programs that tests run. Environments are kept in a cache outside of the repository. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder with the programs of an environment that has these packages, written as `name==version`. Rejects with a sentence
 * where it cannot be made.
 */
export async function pythonWith(packages: readonly string[], environment: Environment): Promise<string> {
  const cache = join(environment.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'strongroom');
  const folder = join(cache, packages.join('+').replaceAll('==', '-'));
  if (existsSync(folder)) return join(folder, 'bin');
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, 'python-'));
  try {
    await run('python3', ['-m', 'venv', '--copies', fresh]);
    await run(join(fresh, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...packages]);
    // Renamed in one step, so that concurrent tests never find half of it. Another one may have been faster.
    await rename(fresh, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return join(folder, 'bin');
  } catch (cause) {
    throw new Error(`${packages.join(', ')} cannot be installed; that needs python3 with venv and a package index.`, {
      cause,
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
