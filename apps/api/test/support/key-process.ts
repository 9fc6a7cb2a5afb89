import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, ROOT } from './built.ts';
import { type Environment, eventually } from './service-process.ts';

const MAIN = join(ROOT, 'apps/key-service/dist/main.js');
const PATH = '/usr/bin:/bin';

/** A key service by itself, compiled and in its own process, as on a machine of its own. */
export class KeyProcess {
  out = '';
  readonly url: string;
  readonly #environment: Environment;
  readonly #child: ChildProcess;

  private constructor(url: string, environment: Environment, cwd?: string) {
    this.url = url;
    this.#environment = { PATH, ...environment };
    this.#child = spawn(process.execPath, [MAIN, 'serve'], {
      env: this.#environment,
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (piece: Buffer) => (this.out += piece.toString()));
  }

  /** Resolves when it is ready. `cwd`: the folder in which it starts. */
  static async start(port: number, environment: Environment, cwd?: string): Promise<KeyProcess> {
    await build();
    const url = `http://127.0.0.1:${port}`;
    const started = new KeyProcess(
      url,
      {
        STRONGROOM_KEY_SERVICE_URL: url,
        STRONGROOM_KEY_SERVICE_PORT: String(port),
        STRONGROOM_DRAIN_SECONDS: '0',
        STRONGROOM_START_WAIT_SECONDS: '0',
        ...environment,
      },
      cwd,
    );
    await started.ready();
    return started;
  }

  async ready(): Promise<void> {
    await eventually('the key service', async () => {
      if (this.#child.exitCode !== null) throw new Error(`the key service has ended: ${this.out}`);
      return (await fetch(`${this.url}/readyz`).catch(() => undefined))?.ok;
    });
  }

  /** Log lines so far. */
  lines(): readonly Readonly<Record<string, unknown>>[] {
    const whole = this.out.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
    return whole.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Runs a command of its operator, and returns its standard output. */
  async command(...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args], { env: this.#environment });
    return stdout;
  }

  /** Its record, as a tar in the encoding `latin1`. */
  async exportedRecord(): Promise<string> {
    const args = [MAIN, 'record', 'export'];
    const options = { env: this.#environment, encoding: 'latin1', maxBuffer: 2 ** 28 } as const;
    return (await promisify(execFile)(process.execPath, args, options)).stdout;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves when the process has ended. */
  async gone(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGINT');
    await ended;
  }
}
