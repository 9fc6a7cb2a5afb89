import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

describe('in a folder of which one entry is of another user', () => {
  const KEYS = { name: 'the key service', app: 'key-service', args: ['serve'], code: 78 };
  const SERVICE = { name: 'the service', app: 'api', args: [], code: 78 };
  const admin = (...args: readonly string[]) => ({ name: `admin ${args[0]}`, app: 'admin', args, code: 1 });

  test.each([
    [SERVICE, 'strongroom.db', 0o444],
    [SERVICE, 'limits.db-wal', 0o400],
    [SERVICE, 'strongroom.id', 0],
    [SERVICE, 'keys/service.secret', 0],
    [SERVICE, 'blobs/tmp/', 0o555],
    [SERVICE, 'mail/', 0o555],
    [KEYS, 'record.db', 0o444],
    [KEYS, 'keys/answers.key', 0],
    [admin('doctor'), 'keys/service.secret', 0],
    [admin('doctor'), 'strongroom.db', 0],
    [admin('audit', 'restart', '--reason', 'x'), 'strongroom.db', 0],
    [admin('backup', '--to', 'BACKUP'), 'strongroom.db', 0],
  ] as const)('$0.name names the command that gives it $1', async ({ app, args, code }, entry, mode) => {
    const data = await mkdtemp(join(folder, 'data-'));
    const path = join(data, entry.replace(/\/$/u, ''));
    await mkdir(entry.endsWith('/') ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (!entry.endsWith('/')) await writeFile(path, 'x');
    await chmod(path, mode);
    const env = { STRONGROOM_DATA_DIR: data, STRONGROOM_KEY_SERVICE_DATA_DIR: data, PORT: '1' };
    const words = args.map((word) => (word === 'BACKUP' ? join(folder, 'backup') : word));
    const ended = await run(app, words, env);
    expect(ended).toEqual({ code, said: expect.stringContaining(`${path} cannot be used`) });
    expect(ended.said).toContain(`\`chmod -R u+rwX ${data}\``);
    expect(ended.said).not.toMatch(/ {4}at |restore a backup|A bug/u);
  });

  test('a restore names the command that gives it a file of the backup', async () => {
    const from = await mkdtemp(join(folder, 'backup-'));
    await writeFile(join(from, 'manifest.json'), '{}', { mode: 0 });
    const { code, said } = await run('admin', ['restore', '--from', from, '--data-dir', join(folder, 'new')], {});
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining(`\`chmod u+rw ${join(from, 'manifest.json')}\`.\n`),
    });
  });

  test('a secret in a file of another user names both users', async () => {
    const secret = join(folder, 'secret');
    await writeFile(secret, 'x', { mode: 0 });
    const { code, said } = await run('api', [], { STRONGROOM_SECRET_FILE: secret, STRONGROOM_DATA_DIR: locked });
    const self = process.getuid?.();
    expect({ code, said }).toEqual({
      code: 78,
      said: expect.stringContaining(`it belongs to user ${self} with the mode 0000, and this runs as user ${self}`),
    });
  });
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
