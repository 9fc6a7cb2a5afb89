import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../system/built.ts';
import { besideCheckout, CACHE, run } from './tools.ts';

const PROGRAMS = ['buildah', 'podman', '/usr/sbin/runc', 'debootstrap'];
const STATE = join(CACHE, 'images');
const TAG = 'strongroom:test';

/** What is missing on this machine to build and run an image; empty where nothing is. */
export const missing: readonly string[] = [
  ...(besideCheckout('image-offline.sh') === undefined ? ['image-offline.sh beside the checkout'] : []),
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...PROGRAMS.filter((program) => spawnSync(program, ['--version']).error !== undefined),
];

const script = (): string => besideCheckout('image-offline.sh') ?? '';

/** Builds the image of what git keeps, and of what it would. It needs a package index and some minutes the first time. */
export async function buildImage(): Promise<void> {
  await mkdir(STATE, { recursive: true });
  const hasBase = join(STATE, 'has-base');
  if (!existsSync(hasBase)) {
    await run('bash', [script(), 'base', STATE, await realpath(process.execPath)], { maxBuffer: 1 << 26 });
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
    await run('bash', [script(), 'build', STATE, context, TAG], { maxBuffer: 1 << 26 });
  } finally {
    await rm(context, { recursive: true });
  }
}

/** The command that runs it read-only and without capabilities, on the network of this machine. */
export const running = (options: readonly string[], command: readonly string[] = []): readonly string[] => [
  'bash',
  script(),
  'run',
  STATE,
  TAG,
  ...options,
  '--',
  ...command,
];
