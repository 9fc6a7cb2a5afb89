import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Outcome, Task } from './load.ts';
import type { ServerProcess } from './server.ts';
import type { World } from './world.ts';

/** Figures of one operation on one server. CPU in microseconds per request, latencies in milliseconds. */
export type Measurement = { requests: number; seconds: number; cpu: number; latencies: number[]; syncs: number };
export type DatabaseCounts = Readonly<{ statements: number; syncs: number }>;

/** Answers with 429 or 503 since the start, by operation and status. */
const refused = new Map<string, number>();

/** Tells how many answers were 429 or 503, if any was. Their callers waited as Retry-After asks, and no figure counts them. */
export function refusals(): string | undefined {
  const counts = Array.from(refused, ([name, count]) => `${count} ${name}`);
  return counts.length === 0
    ? undefined
    : `Refused, and asked again after the time that the answer names: ${counts.join(', ')}.`;
}

/** Requests after which the code of a server is compiled. */
const WARM = 2_000;
const WARM_SECONDS = 10;

/** Measures from a process of its own. */
export class Meter {
  readonly #loader: ChildProcess = fork(join(import.meta.dirname, 'load.js'), { execArgv: [] });

  setWorld(world: World): void {
    this.#loader.send({ world });
  }

  stop(): void {
    this.#loader.disconnect();
  }

  /** On a busy machine a slice serves few requests, so slices are repeated until enough are served. */
  async warmUp(server: ServerProcess, task: Omit<Task, 'port'>): Promise<void> {
    const sum = nothingYet();
    while (sum.requests < WARM && sum.seconds < WARM_SECONDS) await this.load(server, task, sum);
  }

  /** Puts load on a server for a while and adds the figures to `sum`. */
  async load(server: ServerProcess, task: Omit<Task, 'port'>, sum: Measurement): Promise<void> {
    const before = await server.reading();
    const outcome = await this.#run(server, task);
    const after = await server.reading();
    sum.requests += outcome.requests;
    sum.seconds += outcome.milliseconds / 1000;
    sum.cpu += after.cpu - before.cpu;
    sum.syncs += after.syncs - before.syncs;
    sum.latencies.push(...outcome.latencies);
  }

  /**
   * Statements and syncs of one call without other load. The smallest of several counts, because jobs and "last used"
   * records may run in between.
   */
  async count(server: ServerProcess, operation: string): Promise<DatabaseCounts> {
    let statements = Infinity;
    let syncs = Infinity;
    for (let i = 0; i < 12; i += 1) {
      const before = await server.reading();
      await this.#run(server, { operation, connections: 1, milliseconds: 10_000, most: 1 });
      const after = await server.reading();
      statements = Math.min(statements, after.statements - before.statements);
      syncs = Math.min(syncs, after.syncs - before.syncs);
    }
    return { statements, syncs };
  }

  async #run(server: ServerProcess, task: Omit<Task, 'port'>) {
    this.#loader.send({ task: { ...task, port: Number(new URL(server.url).port) } });
    const [outcome] = (await once(this.#loader, 'message')) as [Outcome | undefined];
    if (outcome === undefined || 'error' in outcome) throw new Error(`${task.operation}: ${outcome?.error}`);
    for (const status of outcome.refused) {
      const name = `${task.operation} with ${status}`;
      refused.set(name, (refused.get(name) ?? 0) + 1);
    }
    return outcome;
  }
}

export const nothingYet = (): Measurement => ({ requests: 0, seconds: 0, cpu: 0, latencies: [], syncs: 0 });

export const perSecond = ({ requests, seconds }: Measurement): number => requests / seconds;
export const cpuPerRequest = ({ requests, cpu }: Measurement): number => cpu / requests;

/** The latency that `percent` percent of the calls stay below. */
export function percentile({ latencies }: Measurement, percent: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
