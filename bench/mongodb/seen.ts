import { cpuEach, type Measured, type Meter, nothingYet, percentile, perSecond } from '../measure.ts';
import { options } from '../options.ts';
import type { ServerProcess } from '../server.ts';
import { fine, whole } from '../table.ts';
import type { MongoPlace } from './place.ts';

/** Figures of one operation on one server, with the processor time of the database in microseconds. */
type Seen = Measured & Readonly<{ mongod: number }>;
type Asked = readonly [server: ServerProcess, operation: string];

/** Measures servers and the database behind them. */
export class Gauge {
  readonly #meter: Meter;
  readonly #place: MongoPlace;

  constructor(meter: Meter, place: MongoPlace) {
    this.#meter = meter;
    this.#place = place;
  }

  /** Measures two servers in short alternating slices, each after a warm-up that does not count. */
  async byTurns(...both: readonly [Asked, Asked]): Promise<readonly [Seen, Seen]> {
    const sums = [nothingYet(), nothingYet()] as const;
    const mongod: [number, number] = [0, 0];
    for (const asked of both) await this.#load(asked, nothingYet());
    for (let round = 0; round < options.rounds; round += 1) {
      mongod[0] += await this.#load(both[0], sums[0]);
      mongod[1] += await this.#load(both[1], sums[1]);
    }
    return [
      { ...sums[0], mongod: mongod[0] },
      { ...sums[1], mongod: mongod[1] },
    ];
  }

  /** Commands of one call without other load. The smallest of several counts, because jobs may run in between. */
  async commands(server: ServerProcess, operation: string): Promise<number> {
    let least = Infinity;
    for (let i = 0; i < 6; i += 1) {
      const before = await this.#place.commands();
      await this.#meter.load(server, { operation, connections: 1, milliseconds: 10_000, most: 1 }, nothingYet());
      least = Math.min(least, (await this.#place.commands()) - before);
    }
    return least;
  }

  /** Adds the figures, and returns the processor time that the database used meanwhile. */
  async #load([server, operation]: Asked, sum: Measured): Promise<number> {
    const before = this.#place.cpu();
    const { connections, milliseconds } = options;
    await this.#meter.load(server, { operation, connections, milliseconds }, sum);
    return this.#place.cpu() - before;
  }
}

export const FIGURES = ['req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'CPU µs of mongod'];

export const figures = (seen: Seen): readonly string[] => [
  whole(perSecond(seen)),
  fine(percentile(seen, 50)),
  fine(percentile(seen, 99)),
  whole(cpuEach(seen)),
  whole(seen.mongod / seen.requests),
];
