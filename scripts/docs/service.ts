import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const DEADLINE_MS = 20_000;

type Options = Readonly<{ node: string; main: string; folder: string; env: NodeJS.ProcessEnv; port: number }>;

/** The service as a child process, stopped by its id. */
export class Service {
  readonly #options: Options;
  #process: ChildProcess | undefined;
  #log = '';

  constructor(options: Options) {
    this.#options = options;
  }

  /** Its log since it was started. */
  get log(): string {
    return this.#log;
  }

  /** Starts it and waits until it can serve. `env`: variables of the page, beside the defaults. */
  async start(env: Readonly<Record<string, string>>): Promise<void> {
    const { node, main, folder, port } = this.#options;
    this.#log = '';
    const started = spawn(node, [main], {
      cwd: folder,
      env: { ...this.#options.env, ...env, PORT: `${port}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = started;
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (piece: Buffer) => {
        this.#log += piece.toString();
      });
    for (const until = Date.now() + DEADLINE_MS; Date.now() < until; await pause(50)) {
      if (started.exitCode !== null) break;
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      await ready?.arrayBuffer();
      if (ready?.status === 200) return;
    }
    await this.stop();
    throw new Error(`the service did not become ready:\n${this.#log}`);
  }

  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGINT');
    const late = setTimeout(() => running.kill('SIGKILL'), DEADLINE_MS);
    await ended;
    clearTimeout(late);
  }
}
