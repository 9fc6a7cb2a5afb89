import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { parseExposition, type ScrapedSample } from '@strongroom/test-servers/exposition';
import { freePort } from '@strongroom/test-servers/free-port';
import { firingAfter } from '../../../../scripts/monitoring/firing.ts';
import type { Caller } from '../support/caller.ts';
import { aFile, aRoom } from '../support/people-of-process.ts';
import { type Environment, eventually, type Place, type ServiceProcess } from '../support/service-process.ts';
import type { Fault, FaultyLink } from '../system/faulty-link.ts';
import { type FaultRow, rowOnPage, sentenceOnPage } from './fault-page.ts';
import { causeSince, doctorSays, readiness } from './reports.ts';
import { type Calls, callsOf, SERVED } from './seen.ts';

const HEALTHY = '200 `ready`';
/** A stack, a class of ours or a line of a program: nothing that an operator can act on. */
const RAW = /\bat [\w.]+ \(|node:internal|\.[jt]s:\d+|\[object |undefined|\bTypeError\b/;

/** `isSlow`: the dependency serves, and takes long. `shows`: what /readyz has in the end, where it names parts one after the other. */
export type Trouble = Readonly<{
  fault: string;
  isSlow?: true;
  shows?: string;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
}>;

export const scrapeOf = async (port: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** Troubles of the way to a dependency. */
export const troublesOfLink = (link: () => FaultyLink, milliseconds = 300): readonly Trouble[] => {
  const of = (fault: string, kind: Fault): Trouble => ({
    fault,
    begin: () => link().become(kind),
    end: () => link().become({ kind: 'none' }),
  });
  return [
    of('down', { kind: 'refuse' }),
    { ...of(`slow: ${milliseconds} ms a packet`, { kind: 'latency', milliseconds }), isSlow: true },
    of('hangs', { kind: 'hang' }),
    of('answers garbage', { kind: 'garbage' }),
  ];
};

/**
 * `settings`: of the service and of `doctor`. `dataOf`: its data folder as other processes see it, where that is not the usual one.
 * `command`: a program that runs the service.
 */
type At = Readonly<{
  place: Place;
  settings: Environment;
  ownerToken?: string | undefined;
  command?: readonly string[];
  dataOf?: (service: ServiceProcess) => string;
}>;
type Sentences = Map<string, string>;
/** Milliseconds for which credentials and states are kept. */
const SETTLED_MS = 1500;

const isDown = ({ family, value }: ScrapedSample): boolean => family === 'strongroom_dependency_up' && value === 0;

const isReadOnly = ({ series, value }: ScrapedSample): boolean => series.includes('"no_writes"') && value === 1;

/** A service in trouble, and what is seen of it. */
export class UnderFaults {
  readonly #at: At;
  #running: Readonly<{ service: ServiceProcess; owner: Caller; metricsPort: number }> | undefined;

  constructor(at: At) {
    this.#at = at;
  }

  /** The process that runs during a trouble. */
  get service(): ServiceProcess {
    if (this.#running === undefined) throw new Error('no service was started');
    return this.#running.service;
  }

  /**
   * Passes through a trouble with a new process, because a fault is logged once a minute. Then everything is served again, and what was
   * seen is compared with the page. Returns what differs.
   */
  async meet(section: string, trouble: Trouble): Promise<readonly unknown[]> {
    const { place, settings } = this.#at;
    await this.#running?.service.kill();
    const metricsPort = await freePort();
    const service = await place.start(
      { ...settings, STRONGROOM_METRICS_PORT: String(metricsPort) },
      { command: this.#at.command ?? [] },
    );
    const owner = service.as(this.#at.ownerToken ?? (await place.ownerToken()));
    this.#running = { service, owner, metricsPort };
    const room = await aRoom(owner);
    const file = await aFile(owner, room);
    const usual = await this.#doctor();
    const sentences: Sentences = new Map();
    const calls = (): Promise<Calls> => callsOf(owner, room, file, sentences);
    const seen = await this.#seen(trouble, calls);
    await eventually('that all is served', async () => isDeepStrictEqual(await callsOf(owner, room, file), SERVED));
    await eventually('the end of the trouble', async () => (await readiness(service)) === HEALTHY);
    const row = { ...seen, doctor: seen.doctor.filter((each) => !usual.includes(each)) };
    return differences(section, row, sentences);
  }

  #doctor(): Promise<readonly string[]> {
    const { settings, place, dataOf } = this.#at;
    return doctorSays({ ...settings, STRONGROOM_DATA_DIR: dataOf?.(this.service) ?? place.data });
  }

  async #seen({ fault, isSlow, shows = '', begin, end }: Trouble, callsNow: () => Promise<Calls>): Promise<FaultRow> {
    const { service } = this;
    const port = this.#running?.metricsPort ?? 0;
    const [line, before] = [service.lines().length, parseExposition(await scrapeOf(port))];
    await begin();
    try {
      await callsNow();
      await eventually('that /readyz names it', async () => {
        const ready = await readiness(service);
        return isSlow === true || (ready !== HEALTHY && ready.includes(shows));
      });
      await pause(SETTLED_MS);
      const calls = await callsNow();
      const ready = await readiness(service);
      // A scrape asks by itself, and keeps an answer for a second.
      const now = await eventually('that the metrics name it', async () => {
        const samples = parseExposition(await scrapeOf(port));
        const isBehind =
          (ready.includes('unavailable') && !samples.some(isDown)) ||
          (ready.includes('no_writes') && !samples.some(isReadOnly));
        return isBehind ? undefined : samples;
      });
      const alerts = await firingAfter(before, now, isSlow);
      return { fault, calls, ready, log: causeSince(service, line), doctor: await this.#doctor(), alerts };
    } finally {
      await end();
    }
  }
}

/** Lines that differ from the page, and each cell that no operator can act on. */
export async function differences(
  section: string,
  row: FaultRow,
  sentences: ReadonlyMap<string, string>,
): Promise<readonly unknown[]> {
  const pairs = [
    await rowOnPage(section, row),
    ...(await inTurn([...sentences], ([code, sentence]) => sentenceOnPage(code, sentence))),
  ];
  return pairs.filter(({ printed, seen }) => printed !== seen || RAW.test(seen) || seen.includes('shortly'));
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}
