import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const isThere = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

/** The file of the image, or why there is none, within a sentence. */
export type Image = Readonly<{ file: string } | { leftOut: string }>;

/** Builds the image and keeps it in a file of the folder `to`. */
export async function makeImage(version: string, to: string, buildah = 'buildah'): Promise<Image> {
  if (!isThere(buildah)) return { leftOut: 'buildah is not there' };
  const tag = `strongroom:${version}`;
  const file = join(to, `strongroom-${version}-image.tar`);
  try {
    await run(
      buildah,
      ['build', '--file', 'apps/api/Dockerfile', '--tag', tag, '--build-arg', `BUILD_VERSION=${version}`, '.'],
      { maxBuffer: 1 << 27 },
    );
    await run(buildah, ['push', tag, `oci-archive:${file}:${tag}`]);
    return { file };
  } catch (error) {
    return { leftOut: `buildah failed: ${lastLine(error)}` };
  }
}

function lastLine(error: unknown): string {
  const text = typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : '';
  return text.trim().split('\n').at(-1) || String(error);
}
