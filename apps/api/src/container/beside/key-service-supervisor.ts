import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { Environment } from '@strongroom/settings';
import type { StartScreen } from './screen.ts';

/** Milliseconds before a key service that ended is started again: longer each time, until it ran for a while. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
const LONG_ENOUGH = 60_000;
/** Milliseconds that the end of this process waits for the key service. */
const LAST_WAIT = 10_000;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** On Windows a signal ends a process without notice, and Ctrl-C reaches every process of the console. */
const IS_WINDOWS = process.platform === 'win32';

/** A key service in a process of its own, which is started again when it ends and stops with this process. */
export class KeyServiceSupervisor {
  readonly #program: string;
  readonly #environment: Environment;
  readonly #screen: StartScreen | undefined;
  #child: ChildProcess;
  #pause = FIRST_PAUSE;
  #next: NodeJS.Timeout | undefined;
  #isEnding = false;

  constructor(program: string, environment: Environment, screen: StartScreen | undefined) {
    this.#program = program;
    this.#environment = environment;
    this.#screen = screen;
    this.#child = this.#begin();
    for (const signal of SIGNALS) process.on(signal, () => this.#onSignal(signal));
  }

  /** Stops a key service that no signal has reached. Resolves when it has ended, or after ten seconds. */
  async ended(): Promise<void> {
    const wasAsked = this.#isEnding;
    this.#startNoMore();
    if (isOver(this.#child)) return;
    if (!wasAsked) this.#child.stdin?.end();
    this.#child.ref();
    await once(this.#child, 'exit', { signal: AbortSignal.timeout(LAST_WAIT) }).catch(() => undefined);
  }

  #begin(): ChildProcess {
    const since = performance.now();
    // In a group of its own: a terminal sends Ctrl-C to this process, which passes it on once. The end of its input tells
    // it that this process was killed.
    const child = spawn(process.execPath, [...process.execArgv, this.#program, 'serve', '--while-input-is-open'], {
      env: this.#environment,
      stdio: ['pipe', this.#screen === undefined ? 'inherit' : 'pipe', 'inherit'],
      detached: !IS_WINDOWS,
    });
    child.on('exit', () => this.#startAgain(performance.now() - since));
    if (child.stdout !== null) this.#screen?.follow('keys', child.stdout);
    // A key service keeps no process alive that is about to end.
    child.unref();
    for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
    return child;
  }

  #startAgain(ran: number): void {
    if (this.#isEnding) return;
    if (ran > LONG_ENOUGH) this.#pause = FIRST_PAUSE;
    process.stderr.write(`strongroom: the key service ended; it is started again in ${this.#pause / 1000} s.\n`);
    this.#next = setTimeout(() => (this.#child = this.#begin()), this.#pause).unref();
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #onSignal(signal: NodeJS.Signals): void {
    this.#startNoMore();
    if (!IS_WINDOWS && !isOver(this.#child)) this.#child.kill(signal);
    // The room service listens to signals only once it serves.
    if (process.listenerCount(signal) === 1) process.exit(1);
  }

  #startNoMore(): void {
    this.#isEnding = true;
    clearTimeout(this.#next);
  }
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;
