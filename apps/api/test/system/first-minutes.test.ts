import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { COMPILE_CACHE } from '../../../../scripts/compile-cache.ts';
import { freePorts } from '../../../../scripts/free-port.ts';
import { build, ROOT } from '../support/built.ts';

const quoted = (word: string): string => `'${word}'`;

test('npm start ends with three steps on a terminal, and keeps the log and the token apart', async () => {
  await build();
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-start-'));
  const data = join(folder, 'data');
  const [port, keysPort] = await freePorts(2);
  const command = [process.execPath, join(ROOT, 'scripts/start.ts')].map(quoted).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', `exec ${command}`, '/dev/null'], {
    env: {
      PATH: '/usr/bin:/bin',
      TERM: 'xterm',
      ...COMPILE_CACHE,
      PORT: `${port}`,
      STRONGROOM_KEY_SERVICE_PORT: `${keysPort}`,
      STRONGROOM_DATA_DIR: data,
    },
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    let shown = '';
    await new Promise<void>((resolve, reject) => {
      child.once('close', () => reject(new Error(`it ended: ${shown}`)));
      child.stdout.on('data', (piece: Buffer) => {
        shown += piece.toString();
        if (shown.includes('Another port')) resolve();
      });
    });
    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const steps = shown.split('\r\n').filter((line) => /^ {2}[1-9]\. /.test(line));
    expect(steps).toHaveLength(3);
    expect(shown).toContain(`npx strongroom login ${url} < ${join(data, 'owner.token')}\r\n`);
    expect(shown).not.toMatch(/srt_|"level"/);
    child.removeAllListeners('close');
    child.stdin.write('\u0003');
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    const log = await readFile(join(data, 'start.log'), 'utf8');
    expect(log).toContain('"message":"listening"');
    expect(log).toContain('"service":"keys"');
    expect((await stat(join(data, 'start.log'))).mode & 0o777).toBe(0o600);
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
