import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const isThere = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

/** Builds the image and keeps it in a file. Returns what became of it, as words for a person. */
export async function makeImage(version: string, to: string): Promise<string> {
  if (!isThere('buildah')) return 'not made, because buildah is not there';
  const tag = `strongroom:${version}`;
  await run('buildah', ['build', '--file', 'apps/api/Dockerfile', '--tag', tag, '.'], { maxBuffer: 1 << 27 });
  const file = join(to, `strongroom-${version}-image.tar`);
  await run('buildah', ['push', tag, `oci-archive:${file}:${tag}`]);
  return file;
}
