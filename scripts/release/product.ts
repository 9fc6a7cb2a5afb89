import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaces } from './packages.ts';

const run = promisify(execFile);

const BUILT_FILES = ['package.json', 'README.md', 'LICENSE', 'adapter-start', 'bin', 'dist', 'pages'];
const OF_TESTS = ['packages/contract-tests', 'packages/test-servers'];
const isProduct = (path: string): boolean => !path.endsWith('.tsbuildinfo');
/** Compiled on this machine, so only its own archive gets it. */
const ADDON = 'node_modules/pkcs11js';

/**
 * Puts the service and the command line into `folder/node_modules`, with the dependencies of the lock and none of
 * development. Needs a build.
 */
export async function installProduct(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) await cp(file, join(folder, file));
  const parts = workspaces();
  for (const { folder: part } of parts)
    for (const file of BUILT_FILES)
      if (existsSync(join(part, file)))
        await cp(join(part, file), join(folder, part, file), { recursive: true, filter: isProduct });
  await run('npm', ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--prefer-offline'], { cwd: folder });
  // npm links the packages of a repository. Not every archive can hold a link, so each package takes the place of its link.
  for (const { folder: part, manifest } of parts) {
    const link = join(folder, 'node_modules', manifest.name);
    await rm(link, { recursive: true, force: true });
    if (!OF_TESTS.includes(part)) await rename(join(folder, part), link);
  }
  for (const rest of ['packages', 'apps', 'node_modules/.bin', 'node_modules/.package-lock.json', '.npmrc'])
    await rm(join(folder, rest), { recursive: true, force: true });
  for (const file of ['package.json', 'package-lock.json']) await rm(join(folder, file));
}

/** Adds the PKCS#11 addon to a product for this machine. False if it was not compiled here. */
export async function addAddon(folder: string): Promise<boolean> {
  const compiled = 'build/Release/pkcs11.node';
  if (!existsSync(join(ADDON, compiled))) return false;
  for (const file of ['package.json', 'LICENSE', 'index.js', 'lib', compiled])
    if (existsSync(join(ADDON, file))) await cp(join(ADDON, file), join(folder, ADDON, file), { recursive: true });
  return true;
}
