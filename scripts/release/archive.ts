import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodePackage } from './node-binary.ts';
import { ownPlatform, type Platform } from './platforms.ts';
import { addAddon } from './product.ts';

const run = promisify(execFile);

/** Programs of an archive, and the modules that they start. */
const PROGRAMS = {
  strongroom: '@strongroom/cli/bin/strongroom.mjs',
  'strongroom-admin': '@strongroom/admin/bin/strongroom-admin.mjs',
  'strongroom-service': '@strongroom/api/dist/main.js',
  'strongroom-keys': '@strongroom/key-service/bin/strongroom-keys.mjs',
} as const;

/** Node gets the signals itself. A link to the program, such as one in /usr/local/bin, is followed. */
const posixLauncher = (module: string): string => `#!/bin/sh
self=$0
while [ -L "$self" ]; do
  to=$(readlink "$self")
  case $to in /*) self=$to ;; *) self=$(dirname "$self")/$to ;; esac
done
root=$(cd "$(dirname "$self")/.." && pwd)
exec "$root/node/bin/node" "$root/node_modules/${module}" "$@"
`;

const windowsLauncher = (module: string): string =>
  `@"%~dp0..\\node\\bin\\node.exe" "%~dp0..\\node_modules\\${module.replaceAll('/', '\\')}" %*\r\n`;

type Request = Readonly<{ platform: Platform; version: string; product: string; to: string; time: number }>;

/**
 * Makes `to/strongroom-VERSION-PLATFORM.tar.gz`: the service, both command lines and the Node that both run on. `time` is the
 * age of every file, in seconds since 1970, so that the same sources give the same archive.
 */
export async function makeArchive({ platform, version, product, to, time }: Request): Promise<string> {
  const name = `strongroom-${version}-${platform.name}`;
  const folder = join(to, name);
  await rm(folder, { recursive: true, force: true });
  await cp(product, folder, { recursive: true });
  await cp('LICENSE', join(folder, 'LICENSE'));
  await cp('scripts/release/archive-readme.txt', join(folder, 'README.txt'));
  const isOwn = platform.name === ownPlatform();
  if (isOwn) await addAddon(folder);
  await addNode(folder, platform);
  await addPrograms(folder, platform.name.startsWith('win-'));
  const file = `${folder}.tar.gz`;
  const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=go-w'];
  await run('tar', [...same, '--use-compress-program=gzip -n', '-cf', file, '-C', to, name]);
  await rm(folder, { recursive: true });
  return file;
}

async function addNode(folder: string, { spec, integrity }: Platform): Promise<void> {
  const node = await nodePackage(spec, integrity);
  await mkdir(join(folder, 'node/bin'), { recursive: true });
  for (const file of ['bin/node', 'bin/node.exe', 'LICENSE'])
    if (existsSync(join(node, file))) await cp(join(node, file), join(folder, 'node', file));
}

async function addPrograms(folder: string, isWindows: boolean): Promise<void> {
  await mkdir(join(folder, 'bin'));
  for (const [name, module] of Object.entries(PROGRAMS)) {
    const path = join(folder, 'bin', isWindows ? `${name}.cmd` : name);
    await writeFile(path, isWindows ? windowsLauncher(module) : posixLauncher(module));
    await chmod(path, 0o755);
  }
}
