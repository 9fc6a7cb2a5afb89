import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Another process that runs a script of a test, from the sources. It reports its progress in lines. */
export class SourceProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #exit: Promise<unknown>;
  #errors = '';

  /** `command` starts node; by default it is node itself. */
  constructor(script: URL, args: readonly string[] = [], command: readonly string[] = [process.execPath]) {
    const [first = process.execPath, ...rest] = command;
    this.#child = spawn(first, [...rest, '-C', '@strongroom/source', script.pathname, ...args]);
    this.#exit = once(this.#child, 'exit');
    this.#child.stderr.on('data', (piece: Buffer) => {
      this.#errors += piece.toString();
    });
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  /** The next line. Throws if the process ends instead. */
  async line(): Promise<string> {
    const next = await this.#lines.next();
    if (next.done) throw new Error(`the process ended: ${this.#errors}`);
    return next.value;
  }

  /** All remaining lines after the process has ended. Throws if it failed. */
  async rest(): Promise<readonly string[]> {
    const lines: string[] = [];
    for (let next = await this.#lines.next(); !next.done; next = await this.#lines.next()) lines.push(next.value);
    await this.#exit;
    if (this.#child.exitCode !== 0) throw new Error(`the process failed: ${this.#errors}`);
    return lines;
  }

  /** Writes a line to its standard input. An empty line lets a process continue that only waits for one. */
  say(line = ''): void {
    this.#child.stdin.write(`${line}\n`);
  }

  /**
   * Closes its standard input and waits for its end. Resolves to the signal that ended it, or to null after a success;
   * throws after a failure.
   */
  async ended(): Promise<NodeJS.Signals | null> {
    this.#child.stdin.end();
    await this.#exit;
    if (this.#child.exitCode !== 0 && this.#child.signalCode === null)
      throw new Error(`the process failed: ${this.#errors}`);
    return this.#child.signalCode;
  }

  /** Like `ended`, of a process that ends by itself. */
  async died(): Promise<NodeJS.Signals | null> {
    await this.#exit;
    if (this.#child.signalCode === null) throw new Error(`the process ended: ${this.#errors}`);
    return this.#child.signalCode;
  }

  /** Kills it at once, like a power cut. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exit;
  }
}
