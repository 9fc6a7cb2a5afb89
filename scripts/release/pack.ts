import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { publishedPackages, type Workspace } from './packages.ts';

const run = promisify(execFile);

export type Tarball = Readonly<{ workspace: Workspace; path: string; files: readonly string[] }>;

type Packed = readonly [Readonly<{ filename: string; files: readonly Readonly<{ path: string }>[] }>];

/** Packs a built package into a folder. */
async function pack(workspace: Workspace, folder: string): Promise<Tarball> {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(folder)], {
    cwd: workspace.folder,
    maxBuffer: 1 << 26,
  });
  const [{ filename, files }] = JSON.parse(stdout) as Packed;
  return { workspace, path: join(resolve(folder), filename), files: files.map(({ path }) => path) };
}

async function packEach(of: readonly Workspace[], folder: string): Promise<readonly Tarball[]> {
  const tarballs: Tarball[] = [];
  for (const workspace of of) tarballs.push(await pack(workspace, folder));
  return tarballs;
}

/** Packs every package for a registry. Needs a build, and an existing folder. */
export const packPublished = (folder: string): Promise<readonly Tarball[]> => packEach(publishedPackages(), folder);
