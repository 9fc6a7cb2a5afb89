import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@strongroom/test-servers/free-port';
import { ROOT } from '../support/built.ts';
import { startedBy, unitFor } from './unit-file.ts';

const run = promisify(execFile);
/** No user of this machine has it: the service must need none of their files. */
const USER = 64_123;

let folder: string;
let install: string;
let data: string;
beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error('only root can start a program as another user');
  folder = await mkdtemp(join(tmpdir(), 'strongroom-unit-'));
  await chmod(folder, 0o755);
  [install, data] = [join(folder, 'opt'), join(folder, 'var')];
  // Installs it as docs/how-to/run-on-premise.md says.
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, install]);
  const npm = (...args: readonly string[]) => run('npm', args, { cwd: install, maxBuffer: 1 << 26 });
  await npm('ci', '--prefer-offline', '--no-audit', '--no-fund');
  await npm('run', '--silent', 'build');
  await npm('ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
  await copyFile(process.execPath, join(folder, 'node'));
  await chmod(join(folder, 'node'), 0o755);
  await mkdir(data, { mode: 0o700 });
  await chown(data, USER, USER);
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the command of the unit serves in a fresh installation, as a user of its own who may write to its data only', async () => {
  const { directory, command, environment, umask } = startedBy(await unitFor(install, join(folder, 'node')));
  const port = await freePort();
  const service = spawn(
    'sh',
    [
      '-c',
      `umask ${umask} && exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`,
      'sh',
      ...command,
    ],
    {
      cwd: directory,
      env: {
        ...environment,
        STRONGROOM_DATA_DIR: data,
        PORT: String(port),
        STRONGROOM_DRAIN_SECONDS: '0',
        STRONGROOM_PUBLIC_URL: 'https://rooms.example.com',
        STRONGROOM_TRUSTED_PROXIES: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(service, 'exit');
  try {
    for await (const line of createInterface({ input: service.stdout })) if (line.includes('"listening"')) break;
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\\t${USER}\\t${USER}\\t${USER}\\t${USER}$`, 'm'));
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    const token = (await readFile(join(data, 'owner.token'), 'utf8')).trim();
    const made = await fetch(`http://127.0.0.1:${port}/api/v1/rooms`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"name": "First", "classification": "C1"}',
    });
    expect(made.status).toBe(201);
    const names = ['.', ...(await readdir(data, { recursive: true }))];
    const strange: string[] = [];
    for (const name of names) {
      const { uid, mode } = await stat(join(data, name));
      if (uid !== USER || (mode & 0o077) !== 0) strange.push(name);
    }
    expect([names.length > 8, strange]).toEqual([true, []]);
  } finally {
    service.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
  const foreign = await run('find', [install, '-uid', String(USER)]);
  expect(foreign.stdout).toBe('');
}, 60_000);
