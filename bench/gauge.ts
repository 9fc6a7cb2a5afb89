import { cpuPerRequest, type Measurement, type Meter, nothingYet, percentile, perSecond } from './measure.ts';
import { options } from './options.ts';
import type { ServerProcess } from './server.ts';
import { wholeNumber, withOneDecimal } from './table.ts';

/** The database behind the measured servers. */
export type DatabasePlace = Readonly<{
  /** Its processor time so far, in microseconds. */
  cpu: () => number;
}>;

/** Figures of one operation on one server, with the processor time of the database in microseconds. */
type Seen = Measurement & Readonly<{ database: number }>;
type Asked = readonly [server: ServerProcess, operation: string];

/** Measures servers and the database behind them. */
export class Gauge {
  readonly #meter: Meter;
  readonly #place: DatabasePlace;

  constructor(meter: Meter, place: DatabasePlace) {
    this.#meter = meter;
    this.#place = place;
  }

  /** Measures one server, after a warm-up that does not count. */
  async alone(asked: Asked): Promise<Seen> {
    const [server, operation] = asked;
    const { connections, milliseconds } = options;
    const sum = nothingYet();
    let database = 0;
    await this.#meter.warmUp(server, { operation, connections, milliseconds });
    for (let round = 0; round < options.rounds; round += 1) database += await this.#load(asked, sum);
    return { ...sum, database };
  }

  /** Measures two servers in short alternating slices, each after a warm-up that does not count. */
  async byTurns(...both: readonly [Asked, Asked]): Promise<readonly [Seen, Seen]> {
    const sums = [nothingYet(), nothingYet()] as const;
    const database: [number, number] = [0, 0];
    const { connections, milliseconds } = options;
    for (const [server, operation] of both) await this.#meter.warmUp(server, { operation, connections, milliseconds });
    for (let round = 0; round < options.rounds; round += 1) {
      database[0] += await this.#load(both[0], sums[0]);
      database[1] += await this.#load(both[1], sums[1]);
    }
    return [
      { ...sums[0], database: database[0] },
      { ...sums[1], database: database[1] },
    ];
  }

  /** Loads one server, adds the results to `sum`, and returns the CPU time that the database used meanwhile. */
  async #load([server, operation]: Asked, sum: Measurement): Promise<number> {
    const before = this.#place.cpu();
    const { connections, milliseconds } = options;
    await this.#meter.load(server, { operation, connections, milliseconds }, sum);
    return this.#place.cpu() - before;
  }
}

/** Processor time of the program and of the database for a request, in microseconds. */
export const withDatabase = ({ cpu, database, requests }: Seen): number => (cpu + database) / requests;

export const FIGURES = ['req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'CPU µs of database'];

export const formatFigures = (seen: Seen): readonly string[] => [
  wholeNumber(perSecond(seen)),
  withOneDecimal(percentile(seen, 50)),
  withOneDecimal(percentile(seen, 99)),
  wholeNumber(cpuPerRequest(seen)),
  wholeNumber(seen.database / seen.requests),
];
