import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ServerProcess } from '../server.ts';

const run = promisify(execFile);
const API = resolve('apps/api/dist/main.js');
const CLI = resolve('apps/cli/dist/main.js');

/** An embedded service with a signed-in user, and programs that are timed from start to end. */
export class Office {
  readonly #folder: string;
  readonly #server: ServerProcess;
  readonly #token: string;

  private constructor(folder: string, server: ServerProcess) {
    this.#folder = folder;
    this.#server = server;
    this.#token = readFileSync(join(folder, 'data', 'owner.token'), 'utf8').trim();
  }

  static async open(folder: string): Promise<Office> {
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
    const office = new Office(folder, await ServerProcess.start(API, environment));
    writeFileSync(join(folder, 'keys.json'), '{}', { mode: 0o600 });
    await office.strongroom('keys', 'use', '--data-dir', join(folder, 'data'));
    return office;
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** The output of `strongroom`, and its duration. */
  async strongroom(...args: readonly string[]): Promise<Readonly<{ out: string; seconds: number }>> {
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

async function timed(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const began = performance.now();
  const { stdout } = await run(program, args, { cwd, env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env } });
  return { out: stdout, seconds: (performance.now() - began) / 1000 };
}
