import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../../..');
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');

/** A library in its browser form: compiled, one file for each source. */
export type BrowserBuild = Readonly<{ folder: string; imports: readonly string[]; remove: () => Promise<void> }>;

/** Compiles a package into its own folder, so that no other build waits or is disturbed. */
export async function buildForBrowser(library = 'client'): Promise<BrowserBuild> {
  const folder = await mkdtemp(join(tmpdir(), `${library}-for-browsers-`));
  const options = ['--outDir', folder, '--tsBuildInfoFile', join(folder, '.tsbuildinfo')];
  await promisify(execFile)(process.execPath, [COMPILER, '-p', join(ROOT, 'packages', library), ...options]);
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'));
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const imports = sources.flatMap((source) =>
    Array.from(source.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g), ([, specifier = '']) => specifier),
  );
  return { folder, imports, remove: () => rm(folder, { recursive: true, force: true }) };
}
