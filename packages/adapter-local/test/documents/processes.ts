import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./child.ts', import.meta.url));
const SOURCES = ['--conditions=@strongroom/source'];

/** Another process that works on a database. */
export class Process {
  readonly #child: ChildProcess;
  readonly #messages: unknown[] = [];
  #listening: (() => void) | undefined;
  readonly #closed: Promise<unknown>;
  #over = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#closed = this.#closing();
    child.on('message', (message) => {
      this.#messages.push(message);
      this.#listening?.();
    });
  }

  /** Forks the program for a task. */
  static start(task: string, path: string, amount = 0, options: ForkOptions = {}): Process {
    return new Process(fork(PROGRAM, [task, path, String(amount)], { execArgv: SOURCES, ...options }));
  }

  /** Forks it with binding file modes: root drops the capabilities that override them. */
  static startBoundByModes(task: string, path: string): Process {
    const isRoot = process.getuid?.() === 0;
    const [command, ...bound] = isRoot
      ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', process.execPath]
      : [process.execPath];
    const rest = [...bound, ...SOURCES, PROGRAM, task, path];
    return new Process(spawn(command ?? process.execPath, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
  }

  /** Forks it with a limit on file size, in kilobytes. Node ignores the signal, so that writing fails. */
  static startConfined(task: string, path: string, kilobytes: number): Process {
    const limited = `ulimit -f ${kilobytes * 2}; exec "$0" "$@"`;
    const command = ['-c', limited, process.execPath, ...SOURCES, PROGRAM, task, path];
    return new Process(spawn('sh', command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
  }

  async #closing(): Promise<void> {
    await once(this.#child, 'close');
    this.#over = true;
    this.#listening?.();
  }

  tell(message: string | number): void {
    this.#child.send(message);
  }

  /** The next message of the process; rejects if it ends without another. */
  async next(): Promise<unknown> {
    while (this.#messages.length === 0) {
      if (this.#over) throw new Error('the process ended without telling more');
      await new Promise<void>((resolve) => {
        this.#listening = resolve;
      });
    }
    return this.#messages.shift();
  }

  /** Kills the process, and returns its unread messages. */
  async kill(): Promise<readonly unknown[]> {
    this.#child.kill('SIGKILL');
    await this.#closed;
    return this.#messages;
  }

  async end(): Promise<void> {
    await this.#closed;
  }
}
