import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Another process that runs a script beside this file, from the sources. It reports its progress in lines. */
export class Process {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #exit: Promise<unknown>;
  #errors = '';

  constructor(script: string, ...args: readonly string[]) {
    const path = new URL(script, import.meta.url).pathname;
    this.#child = spawn(process.execPath, ['-C', '@strongroom/source', path, ...args]);
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

  say(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  /** Resolves when the process has ended: with the signal that ended it, or with null after a success. */
  async ended(): Promise<NodeJS.Signals | null> {
    this.#child.stdin.end();
    await this.#exit;
    if (this.#child.exitCode !== 0 && this.#child.signalCode === null)
      throw new Error(`the process failed: ${this.#errors}`);
    return this.#child.signalCode;
  }
}
