import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { COMPILE_CACHE } from '@strongroom/test-servers/compile-cache';
import { freePorts } from '@strongroom/test-servers/free-port';
import { BothServices } from '../support/both-services.ts';
import { build, ROOT } from '../support/built.ts';
import { eventually } from '../support/service-process.ts';

const START = join(ROOT, 'scripts/start.ts');
const quoted = (word: string): string => `'${word}'`;

test('npm start ends with three steps on a terminal, and keeps the log and the token apart', async () => {
  await build();
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-start-'));
  const data = join(folder, 'data');
  const [port, keysPort] = await freePorts(2);
  const command = [process.execPath, START].map(quoted).join(' ');
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
    await eventually('the key service', () =>
      fetch(`http://127.0.0.1:${keysPort}/healthz`).then(
        ({ ok }) => ok || undefined,
        () => undefined,
      ),
    );
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

test('the start names the port in use and how to start on another one, and ends at once between two attempts', async () => {
  await build();
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-start-'));
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const keysPort = typeof address === 'object' ? address?.port : 0;
  const [port] = await freePorts(1);
  const env = {
    PATH: '/usr/bin:/bin',
    ...COMPILE_CACHE,
    npm_lifecycle_event: 'start',
    STRONGROOM_DRAIN_SECONDS: '0',
    STRONGROOM_DATA_DIR: join(folder, 'data'),
  };
  const begin = (ports: Readonly<Record<string, string>>) => {
    const child = spawn(process.execPath, [START], {
      env: { ...env, ...ports },
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    // Before it listens, the room service does not wait for its end.
    const said = new Promise<void>((resolve) => {
      const look = (): void => {
        if (out.includes('"listening"') && err.includes('it is started again')) resolve();
      };
      child.stdout.on('data', (piece: Buffer) => {
        out += piece.toString();
        look();
      });
      child.stderr.on('data', (piece: Buffer) => {
        err += piece.toString();
        look();
      });
    });
    return { child, said, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, err })) };
  };
  try {
    const rooms = await begin({ PORT: `${keysPort}` }).ended;
    expect([rooms.code, rooms.err]).toEqual([1, expect.stringContaining('with `PORT=9000 npm start`.')]);
    const { child, said, ended } = begin({ PORT: `${port}`, STRONGROOM_KEY_SERVICE_PORT: `${keysPort}` });
    await Promise.race([said, ended]);
    child.kill('SIGTERM');
    const { code, err } = await ended;
    expect(err).toContain(
      `"message":"the key service does not start","because":"STRONGROOM_KEY_SERVICE_HOST 127.0.0.1, STRONGROOM_KEY_SERVICE_PORT ${keysPort}: is in use by another process. Start on another one with \`STRONGROOM_KEY_SERVICE_PORT=9000 npm start\`."`,
    );
    expect([code, err]).toEqual([0, expect.not.stringContaining('Warning')]);
  } finally {
    taken.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('npm start is one process and its key service, which ends with it even when it is killed', async () => {
  const both = await BothServices.start();
  try {
    const keys = await both.keyProcess();
    await both.kill();
    await eventually('the end of the key service', async () => (existsSync(`/proc/${keys}`) ? undefined : true));
    expect(both.out).toMatch(/"service":"keys","message":"stopped"/);
  } finally {
    await both.end();
  }
});

test("neither process loads Node's `fetch`, although each asks the other", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-start-'));
  const hook = join(folder, 'hook.mjs');
  await writeFile(
    hook,
    `import { renameSync, writeFileSync } from 'node:fs';
     const file = ${JSON.stringify(folder)} + '/' + process.pid;
     setInterval(() => {
       writeFileSync(file + '.new', process.argv.join(' ') + '\\n' + process.moduleLoadList.join('\\n'));
       renameSync(file + '.new', file);
     }, 50).unref();`,
  );
  const both = await BothServices.start({ NODE_OPTIONS: `--import ${hook}` });
  try {
    const isKnown = async (): Promise<true | undefined> => {
      const answer = await fetch(`${both.url}/api/v1/service`);
      const { data } = (await answer.json()) as { data: { key_service: { key: string | null } | null } };
      return typeof data.key_service?.key === 'string' || undefined;
    };
    await eventually('the key of the key service', isKnown);
    for (const [pid, program] of [
      [both.roomProcess(), 'apps/api/'],
      [await both.keyProcess(), 'apps/key-service/'],
    ] as const) {
      await rm(join(folder, String(pid)));
      const loaded = await eventually('its modules', () =>
        readFile(join(folder, String(pid)), 'utf8').catch(() => undefined),
      );
      expect(loaded).toContain(program);
      expect(loaded).toContain('NativeModule http\n');
      expect(loaded).not.toContain('undici'); // 16 MB
    }
  } finally {
    await both.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
