import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { installedGoProgram } from '@strongroom/test-servers/go-program';

const run = promisify(execFile);
const ACTIONLINT = { module: 'github.com/rhysd/actionlint/cmd/actionlint', version: 'v1.7.12', variable: 'ACTIONLINT' };

test('actionlint finds no fault in the workflows, and finds planted ones', async () => {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
  const program = await installedGoProgram(ACTIONLINT, process.env);
  const workflows = globSync('.github/workflows/*.yml');
  expect(workflows.length).toBeGreaterThan(1);
  expect((await run(program, workflows)).stdout).toBe('');

  const folder = await mkdtemp(join(tmpdir(), 'strongroom-workflow-'));
  try {
    const changed = join(folder, 'release.yml');
    const text = await readFile('.github/workflows/release.yml', 'utf8');
    await writeFile(
      changed,
      text.replace('needs: make', 'needs: makes').replace('secrets.NPM_TOKEN', 'secret.NPM_TOKEN'),
    );
    await expect(run(program, [changed])).rejects.toMatchObject({
      stdout: expect.stringMatching(
        /undefined variable "secret"[\s\S]*needs job "makes"|needs job "makes"[\s\S]*undefined variable "secret"/,
      ),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}, 600_000);
