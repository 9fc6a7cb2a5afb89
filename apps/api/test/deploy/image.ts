import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CACHE } from '../../../../scripts/wheel.ts';
import { ROOT } from '../support/built.ts';
import { run } from './tools.ts';

const SCRIPT = join(ROOT, 'scripts/image.sh');
const STATE = join(CACHE, 'images');
const TAG = 'strongroom:test';

/**
 * Builds the image from the files that git tracks or would track. Needs a package index, and some minutes the first
 * time. Rejects with a sentence if a program is missing.
 */
export async function buildImage(): Promise<void> {
  await mkdir(STATE, { recursive: true });
  const hasBase = join(STATE, `has-base-${process.version}`);
  if (!existsSync(hasBase)) {
    await run('bash', [SCRIPT, 'base', STATE, await realpath(process.execPath)], { maxBuffer: 1 << 26 });
    await writeFile(hasBase, '');
  }
  const context = await mkdtemp(join(tmpdir(), 'strongroom-image-'));
  try {
    const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      maxBuffer: 1 << 26,
    });
    for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
      await mkdir(dirname(join(context, file)), { recursive: true });
      await cp(join(ROOT, file), join(context, file));
    }
    await copyFile(join(ROOT, 'apps/api/Dockerfile'), join(context, 'Dockerfile'));
    await run('bash', [SCRIPT, 'build', STATE, context, TAG], { maxBuffer: 1 << 26 });
  } finally {
    await rm(context, { recursive: true });
  }
}

/** The command that runs the image read-only and without capabilities, on the network of this machine. */
export const running = (options: readonly string[], command: readonly string[] = []): readonly string[] => [
  'bash',
  SCRIPT,
  'run',
  STATE,
  TAG,
  ...options,
  '--',
  ...command,
];
