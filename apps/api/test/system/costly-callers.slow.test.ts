import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SHAPES, withBody } from '../support/costly-bodies.ts';
import { get } from '../support/raw-requests.ts';
import { Place, type ServiceProcess } from '../support/service-process.ts';
import { Stopwatch } from '../support/stopwatch.ts';

const MINUTES = 60_000;
const CALLERS = 4;
/** The default limit of an address, spread evenly over a minute. */
const BETWEEN = 60_000 / 1000;
const DURATION = 20_000;
const P99 = 200_000_000;

/** As large as the operation allows; packed, also as large as the largest operation allows. */
const BODIES = Object.values(SHAPES).flatMap((shape) => [
  { body: shape(16_384), isPacked: false },
  { body: shape(16_384), isPacked: true },
  { body: shape(1_048_000), isPacked: true },
]);

let place: Place;
let service: ServiceProcess;
beforeAll(async () => {
  place = await Place.make();
  // Each caller has an address of its own, so that their limits are independent.
  service = await place.start({ STRONGROOM_TRUSTED_PROXIES: '1' });
}, 2 * MINUTES);
afterAll(() => place?.end());

/** Sends costly bodies to /sessions at the permitted rate, until `isOver`. */
async function costlyCaller(index: number, isOver: () => boolean): Promise<ReadonlyMap<number, number>> {
  const connection = await Stopwatch.on(service.url);
  const headers = [`X-Forwarded-For: 192.0.2.${index}`];
  const to = { method: 'POST', path: '/api/v1/sessions', headers };
  const requests = BODIES.map(({ body, isPacked }) => withBody(to, body, isPacked));
  const statuses = new Map<number, number>();
  for (let sent = 0, next = performance.now(); !isOver(); sent++, next += BETWEEN) {
    const { status } = await connection.time(requests[sent % requests.length] ?? Buffer.alloc(0));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await pause(Math.max(0, next + BETWEEN - performance.now()));
  }
  connection.stop();
  return statuses;
}

test(
  'the p99 of other callers is below 200 ms while four send costly bodies at the permitted rate',
  async () => {
    const other = await Stopwatch.on(service.url);
    const look = Buffer.from(get('/api/v1/me', { token: await place.ownerToken() }));
    const until = performance.now() + DURATION;
    const isOver = () => performance.now() >= until;
    const costly = Promise.all(Array.from({ length: CALLERS }, (_, index) => costlyCaller(index + 1, isOver)));
    const times: number[] = [];
    while (!isOver()) {
      const { took, status } = await other.time(look);
      expect(status).toBe(200);
      times.push(took);
      await pause(25);
    }
    for (const statuses of await costly) {
      expect([...statuses.keys()].filter((status) => status !== 400 && status !== 413)).toEqual([]);
      expect(statuses.get(400)).toBeGreaterThan(50);
    }
    times.sort((a, b) => a - b);
    expect(times.length).toBeGreaterThan(100);
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(P99);
  },
  2 * MINUTES,
);
