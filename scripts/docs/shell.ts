import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK_DEADLINE_MS = 240_000;

export type Ran = Readonly<{ ok: boolean; output: string }>;

/** One bash for all blocks of a page: variables and functions persist, and the first failing command ends it. */
export class Shell {
  readonly #bash: ChildProcess;
  readonly #folder: string;
  readonly #mark = `done-${randomUUID()}`;
  #count = 0;

  constructor(options: Readonly<{ folder: string; env: NodeJS.ProcessEnv }>) {
    this.#folder = options.folder;
    this.#bash = spawn('bash', ['--noprofile', '--norc', '-e', '-u', '-o', 'pipefail'], {
      cwd: options.folder,
      env: options.env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  }

  /** Runs a block as if it were typed. Its two outputs are returned together. */
  run(text: string): Promise<Ran> {
    const name = join(this.#folder, `.block-${++this.#count}`);
    writeFileSync(`${name}.sh`, text);
    const { stdin, stdout } = this.#bash;
    if (stdin === null || stdout === null) throw new TypeError('bash was started without pipes');
    if (this.#bash.exitCode !== null) return Promise.resolve({ ok: false, output: 'the shell has ended before' });
    return new Promise((resolve) => {
      const settle = (ok: boolean): void => {
        clearTimeout(timer);
        stdout.off('data', onData);
        this.#bash.off('exit', onExit);
        resolve({ ok, output: readFileSync(`${name}.out`, 'utf8') });
      };
      let seen = '';
      const onData = (piece: Buffer): void => {
        seen += piece.toString();
        if (seen.includes(this.#mark)) settle(true);
      };
      const onExit = (): void => settle(false);
      const timer = setTimeout(() => this.end(), BLOCK_DEADLINE_MS);
      stdout.on('data', onData);
      this.#bash.on('exit', onExit);
      // A command that reads standard input must not swallow the blocks that follow.
      stdin.write(`. '${name}.sh' >'${name}.out' 2>&1 </dev/null\necho ${this.#mark}\n`);
    });
  }

  end(): void {
    this.#bash.kill('SIGKILL');
  }
}
