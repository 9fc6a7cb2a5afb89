import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { ServerProcess } from '../server.ts';

const API = resolve('apps/api/dist/main.js');
const CLI = resolve('apps/cli/dist/main.js');

/** An embedded service with a signed-in user, and programs that are timed from start to end. */
export class TransferBench {
  readonly #folder: string;
  readonly #server: ServerProcess;
  readonly #token: string;

  private constructor(folder: string, server: ServerProcess) {
    this.#folder = folder;
    this.#server = server;
    this.#token = readFileSync(join(folder, 'data', 'owner.token'), 'utf8').trim();
  }

  static async open(folder: string): Promise<TransferBench> {
    mkdirSync(folder, { recursive: true });
    const environment = {
      STRONGROOM_DATA_DIR: join(folder, 'data'),
      STRONGROOM_RATE_LIMIT: '1000000000',
      STRONGROOM_ROOMS_PER_MINUTE: '1000000000',
      STRONGROOM_UPLOADS_PER_MINUTE: '1000000000',
      STRONGROOM_PENDING_FILES: '100000',
      STRONGROOM_PENDING_BYTES: '100000000000000',
      STRONGROOM_PENDING_FILES_PER_ROOM: '1000000',
    };
    const office = new TransferBench(folder, await ServerProcess.start(API, environment));
    writeFileSync(join(folder, 'keys.json'), '{}', { mode: 0o600 });
    await office.strongroom('keys', 'use', '--data-dir', join(folder, 'data'));
    return office;
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** A run of `strongroom`, which must succeed. */
  strongroom(...args: readonly string[]): Promise<Run> {
    return timed(process.execPath, [CLI, ...args], this.#folder, {
      HOME: this.#folder,
      STRONGROOM_URL: this.#server.url,
      STRONGROOM_TOKEN: this.#token,
      STRONGROOM_CONFIG: this.path('keys.json'),
    });
  }

  /** The duration of a call of curl, which must succeed. */
  async curl(...args: readonly string[]): Promise<number> {
    return (await timed('curl', ['-sS', '--fail', ...args], this.#folder, {})).seconds;
  }

  /** `data` of an answer of the interface. */
  async ask(method: string, path: string, body?: object): Promise<Record<string, string>> {
    const response = await fetch(`${this.#server.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return ((await response.json()) as { data: Record<string, string> }).data;
  }

  close(): Promise<void> {
    return this.#server.stop();
  }
}

/** The output of a program, its duration, and the most memory it took at once, in bytes. */
export type Run = Readonly<{ out: string; seconds: number; memory: number }>;

/** Milliseconds between two looks at the memory of a program. The kernel keeps the maximum. */
const LOOK_MS = 20;

async function timed(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Run> {
  const began = performance.now();
  const child = spawn(program, args, {
    cwd,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let memory = 0;
  const looking = setInterval(() => (memory = Math.max(memory, peakMemory(child.pid))), LOOK_MS);
  try {
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}: ${err}`);
    return { out, seconds: (performance.now() - began) / 1000, memory };
  } finally {
    clearInterval(looking);
  }
}

function peakMemory(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0; // it has ended
  }
}
