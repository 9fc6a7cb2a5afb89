import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { options } from './options.ts';
import type { Reading } from './probe.ts';

/** As `npm start` starts the service, so that programs of a comparison differ in nothing else. */
const MEMORY = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'scripts', 'start', 'memory.json'), 'utf8'),
) as Readonly<Record<'flags' | 'flagsForEmbedded', readonly string[]>> &
  Readonly<{ environment: Readonly<Record<string, string>> }>;

/** A server in a process of its own, with the probe in it. */
export class ServerProcess {
  readonly #process: ChildProcess;
  readonly url: string;
  /** Milliseconds from the start of the process to the first request that was served. */
  readonly startedIn: number;

  private constructor(process: ChildProcess, url: string, startedIn: number) {
    this.#process = process;
    this.url = url;
    this.startedIn = startedIn;
  }

  /**
   * Starts a program that listens at `PORT` and answers `GET /readyz`. Rejects if it ends before. `STRONGROOM_DOCUMENTS` in its
   * environment chooses its flags, also those of a program that reads another name.
   */
  static async start(program: string, environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const port = await freePort();
    const began = performance.now();
    const child = fork(program, {
      env: { PORT: String(port), ...MEMORY.environment, ...environment },
      execArgv: [
        ...flagsOf(environment),
        '--import',
        join(import.meta.dirname, 'probe.js'),
        ...extraFlags(environment),
      ],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const url = `http://127.0.0.1:${port}`;
    for (;;) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.status === 200) return new ServerProcess(child, url, performance.now() - began);
      if (child.exitCode !== null) throw new Error(`${program} ended before it served anything`);
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
  }

  async reading(): Promise<Reading> {
    this.#process.send('reading');
    const [answer] = (await once(this.#process, 'message')) as [Reading];
    return answer;
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }
}

type Start = (program: string, environment: Readonly<Record<string, string>>) => Promise<ServerProcess>;

/** Runs work with servers that it starts, and stops them all. */
export async function withServers<T>(work: (start: Start) => Promise<T>): Promise<T> {
  const started: ServerProcess[] = [];
  try {
    return await work(async (program, environment) => {
      const server = await ServerProcess.start(program, { ...environment, BENCH_FLAGS: options.profile });
      started.push(server);
      return server;
    });
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

const flagsOf = ({ STRONGROOM_DOCUMENTS: documents }: Readonly<Record<string, string>>): readonly string[] =>
  documents === undefined ? [...MEMORY.flagsForEmbedded, ...MEMORY.flags] : MEMORY.flags;

const extraFlags = ({ BENCH_FLAGS = '' }: Readonly<Record<string, string>>): readonly string[] =>
  BENCH_FLAGS.split(' ').filter((flag) => flag !== '');

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new TypeError('no free port');
  return address.port;
}
