import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@strongroom/test-servers/free-port';

const SHELL = join(import.meta.dirname, 'plain-shell.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-plain-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('npm start builds and serves with a shell that has no exec', async () => {
  const port = await freePort();
  const service = spawn('npm', ['--script-shell', SHELL, 'run', '--silent', 'start'], {
    // oxlint-disable-next-line node/no-process-env -- npm needs the environment of a user
    env: { ...process.env, PORT: String(port), STRONGROOM_DATA_DIR: folder, STRONGROOM_KEY_SERVICE: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let complaints = '';
  service.stderr.on('data', (piece: Buffer) => (complaints += piece.toString()));
  try {
    for await (const line of createInterface({ input: service.stdout })) if (line.includes('"listening"')) break;
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(complaints).toContain("'exec' is not recognized");
  } finally {
    // Its group: npm, the shell and what it runs. The services are in groups of their own, and end with their parent.
    if (service.pid !== undefined) process.kill(-service.pid, 'SIGINT');
    await once(service, 'exit');
  }
  await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow('fetch failed');
}, 120_000);
