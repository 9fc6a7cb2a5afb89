import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { COMPILE_CACHE } from '@strongroom/test-servers/compile-cache';
import { build, MAIN } from './built.ts';
import { Caller } from './caller.ts';

export type Environment = Readonly<Record<string, string>>;

type How = Readonly<{
  /** Settings. By default PORT is 0, nothing drains, and the limit of new rooms is out of reach. */
  environment?: Environment;
  /** Options of node itself. */
  flags?: readonly string[];
  /** A program that runs node, such as a tracer; none by default. */
  command?: readonly string[];
  /** Working directory. */
  cwd?: string;
}>;

const SEARCHED = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const TIMEOUT_MS = 60_000;

/** The service as an operator runs it: compiled, in its own process, with none of our environment. */
export class ServiceProcess {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #ended: Promise<readonly [code: number | null, signal: string | null]>;
  #url = '';
  out = '';
  err = '';

  private constructor({ environment = {}, flags = [], command = [], cwd }: How) {
    const [first, ...rest] = [...command, process.execPath, ...flags, MAIN];
    this.#child = spawn(first ?? process.execPath, rest, {
      env: {
        PATH: SEARCHED,
        PORT: '0',
        STRONGROOM_DRAIN_SECONDS: '0',
        STRONGROOM_START_WAIT_SECONDS: '0',
        STRONGROOM_ROOMS_PER_MINUTE: '1000000',
        STRONGROOM_NEW_PEOPLE_PER_HOUR: '1000000',
        STRONGROOM_NEW_PEOPLE_PER_DAY: '1000000',
        ...COMPILE_CACHE,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#child.stdout.on('data', (piece: Buffer) => {
      this.out += piece.toString();
    });
    this.#child.stderr.on('data', (piece: Buffer) => {
      this.err += piece.toString();
    });
    this.#ended = once(this.#child, 'close') as Promise<[number | null, string | null]>;
  }

  /** Starts the process; it may or may not begin to serve. */
  static async begin(how: How): Promise<ServiceProcess> {
    await build();
    return new ServiceProcess(how);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Its address, once `listening` has resolved. */
  get url(): string {
    return this.#url;
  }

  /** Resolves when it reports its address. Rejects if it ends first. */
  async listening(): Promise<this> {
    const address = () => this.lines().find(({ url }) => url !== undefined)?.url;
    await within(TIMEOUT_MS, 'the line with the address', async () => {
      while (address() === undefined) {
        await Promise.race([once(this.#child.stdout, 'data'), this.#ended]);
        if (this.isGone && address() === undefined) throw new Error(`the service has ended: ${this.err}`);
      }
    });
    this.#url = address() ?? '';
    return this;
  }

  /** Log lines so far. */
  lines(): readonly Readonly<Record<string, string>>[] {
    return this.out
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, string>);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The exit code or the signal, after all output has arrived. */
  async ended(timeoutMs = TIMEOUT_MS): Promise<number | string | null> {
    const [code, signal] = await within(timeoutMs, 'the end of the process', () => this.#ended);
    return code ?? signal;
  }

  /** Kills it as the kernel does when memory runs out: without notice. */
  async kill(): Promise<void> {
    if (!this.isGone) this.#child.kill('SIGKILL');
    await this.#ended;
  }

  as(token: string | undefined): Caller {
    return new Caller(`${this.#url}/api/v1`, token);
  }
}

/** A temporary folder with the processes started in it; all are gone at the end. */
export class Place {
  readonly #processes: ServiceProcess[] = [];

  private constructor(
    /** The folder itself; the data folder of the service is inside it. */
    readonly folder: string,
  ) {}

  static async make(): Promise<Place> {
    return new Place(await mkdtemp(join(tmpdir(), 'strongroom-system-')));
  }

  /** Data directory of the service. */
  get data(): string {
    return join(this.folder, 'data');
  }

  async begin(environment: Environment = {}, how: Omit<How, 'environment'> = {}): Promise<ServiceProcess> {
    const process = await ServiceProcess.begin({
      ...how,
      environment: { STRONGROOM_DATA_DIR: this.data, ...environment },
    });
    this.#processes.push(process);
    return process;
  }

  async start(environment: Environment = {}, how: Omit<How, 'environment'> = {}): Promise<ServiceProcess> {
    return (await this.begin(environment, how)).listening();
  }

  /** Output and exit code of a service that must refuse to start. One that starts is killed. */
  async refusal(environment: Environment = {}, how: Omit<How, 'environment'> = {}): Promise<Refusal> {
    const process = await this.begin(environment, how);
    await eventually('its end', async () => process.isGone || process.out.includes('"listening"'));
    await process.kill();
    const code = await process.ended();
    return { code, out: process.out, err: asAtATerminal(process.err), logged: process.err };
  }

  async ownerToken(): Promise<string> {
    return (await readFile(join(this.data, 'owner.token'), 'utf8')).trim();
  }

  async end(): Promise<void> {
    for (const process of this.#processes.splice(0)) await process.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** `err`: the refusal as people read it. `logged`: as it was written. */
export type Refusal = Readonly<{ code: number | string | null; out: string; err: string; logged: string }>;

/** A refused start as a terminal shows it. Text that is not a line of the log stays. */
export function asAtATerminal(err: string): string {
  const lines = err.split('\n');
  const refused = lines.filter((line) => line.startsWith('{'));
  if (refused.length === 0) return err;
  const sentences = refused.map((line) => `- ${(JSON.parse(line) as { because: string }).because}`);
  const { message } = JSON.parse(refused[0] ?? '') as { message: string };
  return [`strongroom: ${message}.`, ...sentences, ...lines.filter((line) => !line.startsWith('{'))].join('\n');
}

/** Rejects if `work` takes longer than `milliseconds`. */
export async function within<T>(milliseconds: number, what: string, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController();
  try {
    return await Promise.race([
      work(),
      pause(milliseconds, undefined, { signal: stop.signal, ref: false }).then(() => {
        throw new Error(`${what} did not come within ${milliseconds} ms`);
      }),
    ]);
  } finally {
    stop.abort();
  }
}

/** Repeats a question until there is an answer. Rejects after the deadline. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  timeoutMs = TIMEOUT_MS,
): Promise<NonNullable<T>> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const asked = Date.now();
    const found = await ask();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > until) throw new Error(`${what} did not come within ${timeoutMs} ms`);
    // Questions that keep a browser busy would leave it no time for the answer.
    await pause(Math.max(20, Date.now() - asked));
  }
}
