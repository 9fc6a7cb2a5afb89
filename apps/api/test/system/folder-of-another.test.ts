import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build, ROOT } from '../support/built.ts';

/** Programs with a folder that they may not write: one sentence, with the user and the command that mends it. */

let folder: string;
let locked: string;
beforeAll(async () => {
  await build();
  folder = await mkdtemp(join(tmpdir(), 'strongroom-locked-'));
  locked = join(folder, 'locked');
  await mkdir(locked, { mode: 0o555 });
}, 120_000);
afterAll(async () => {
  await chmod(locked, 0o755);
  await rm(folder, { recursive: true, force: true });
});

/** Root ignores file modes; without these two capabilities root obeys them. */
const BOUND = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : ['env'];

type Run = Readonly<{ code: number; said: string }>;

function run(app: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Run> {
  const [program = 'env', ...before] = BOUND;
  const words = [...before, process.execPath, join(ROOT, `apps/${app}/dist/main.js`), ...args];
  return new Promise((resolve) => {
    const child = execFile(
      program,
      words,
      { env: { PATH: '/usr/bin:/bin', HOME: folder, ...env } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), said: out + err }),
    );
    child.stdin?.end('srt_x\n');
  });
}

const mended = (): string => `\`chmod u+rwx ${locked}\``;

test('the key service names the command that gives it a folder of another user', async () => {
  const env = {
    STRONGROOM_KEY_SERVICE_DATA_DIR: join(locked, 'keys'),
    STRONGROOM_DATA_DIR: join(folder, 'data'),
    STRONGROOM_KEY_SERVICE_PORT: '1',
  };
  const { code, said } = await run('key-service', ['serve'], env);
  expect({ code, said }).toEqual({ code: 78, said: expect.stringContaining(mended()) });
  expect(said).not.toContain('    at ');
});

test('the doctor names the command that gives it a folder of another user', async () => {
  const { code, said } = await run('admin', ['doctor', '--data-dir', locked], {});
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(`${locked} cannot be written to`) });
  expect(said).toContain(mended());
});

test('the command line names the command that gives it the folder of its settings', async () => {
  const { code, said } = await run('cli', ['keys', 'use', '--unwrap-command', 'cat'], { XDG_CONFIG_HOME: locked });
  expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^strongroom: [^\n]+\.\n$/) });
  expect(said).toContain(mended());
});

describe('on a disk that can only be read', () => {
  const SENTENCE = 'it is on a disk that can only be read: mount the disk for writing';
  let disk: string;
  beforeAll(async () => {
    disk = join(folder, 'disk');
    await mkdir(disk);
  });

  /** Runs a program where the folder is a disk of its own without the right to write, which users may mount in a namespace. */
  function mounted(app: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Run> {
    const script = `mount -t tmpfs none "$0" && mount -o remount,ro "$0" && exec "$@"`;
    const main = join(ROOT, `apps/${app}/dist/main.js`);
    const words = ['--user', '--map-root-user', '--mount', 'sh', '-c', script, disk, process.execPath, main, ...args];
    return new Promise((resolve) => {
      const child = execFile(
        'unshare',
        words,
        { env: { PATH: '/usr/bin:/bin', HOME: folder, ...env } },
        (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), said: out + err }),
      );
      child.stdin?.end('srt_x\n');
    });
  }

  test.each([
    ['the service', 'api', [], { STRONGROOM_DATA_DIR: 'data/new', PORT: '1' }, 78],
    ['the key service', 'key-service', ['serve'], { STRONGROOM_KEY_SERVICE_DATA_DIR: 'keys/new' }, 78],
    ['the command line', 'cli', ['keys', 'use', '--unwrap-command', 'cat'], { XDG_CONFIG_HOME: 'config' }, 1],
  ] as const)('%s says so', async (_, app, args, places, expected) => {
    const env = Object.fromEntries(
      Object.entries(places).map(([name, value]) => [name, name === 'PORT' ? value : join(disk, value)]),
    );
    const { code, said } = await mounted(app, args, env);
    expect({ code, said }).toEqual({ code: expected, said: expect.stringContaining(SENTENCE) });
    expect(said).not.toContain('node:internal');
  });
});
