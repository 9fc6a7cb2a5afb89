import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { MemoryRateLimiter } from '@strongroom/adapter-local';
import type { Caller } from '../support/caller.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { areaUnderCurve, Stopwatch } from '../support/stopwatch.ts';
import type { HiddenCase, HiddenId } from './hidden-cases.ts';
import { type Hidden, hideThings } from './hidden-things.ts';
import { nothingFor, requestOf } from './operations.ts';
import { bodyOf, rowsWith } from './routes/all.ts';

/** Requests for hidden things and for absent ones, and how well their times tell the one from the other. */
const PAIRS = 8_000;
const WARM_UP = 300;
export const SEED = 20_260_101;

/** Operations whose ways to read differ. */
export const READ = rowsWith('isReadInItsOwnWay').map(([operation]) => operation);

/**
 * The same request for what is hidden, and for an absent thing, always the same one. The bytes of both are made for each request. An id that
 * is new with every request takes a processor some microseconds longer wherever it is read, and would cover a difference.
 */
type Pair = Readonly<{ found: () => Buffer; missed: () => Buffer }>;

/** A request as bytes, so that nothing of it is made while time is taken. */
function bytesOf({ by, params, hides }: HiddenCase, operation: string, at: Hidden, id?: string): Buffer {
  const there = params?.(at) ?? {};
  const [method, path] = requestOf(operation, id === undefined ? there : { ...there, [hides]: id });
  const body = bodyOf(operation, at);
  return bytesFor(method, path, by(at), body === undefined ? undefined : JSON.stringify(body));
}

function bytesFor(method: string, path: string, by: Caller, text?: string): Buffer {
  const headers = { Host: '127.0.0.1', ...by.headers(text), 'Content-Length': `${text?.length ?? 0}` };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} /api/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n${text ?? ''}`);
}

/** The hidden id is the last one of the query or body. */
const LAST_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!.*[0-9a-f]{8}-)/;

export function pairOf(
  { operation, by, hidden: nameIt }: HiddenId & Readonly<{ operation: string }>,
  at: Hidden,
): Pair {
  const [method, path] = requestOf(operation, {});
  const named = nameIt(at);
  const bytes = (text: string) =>
    text.startsWith('?') ? bytesFor(method, path + text, by(at)) : bytesFor(method, path, by(at), text);
  const absent = named.replace(LAST_ID, randomUUID());
  return { found: () => bytes(named), missed: () => bytes(absent) };
}

/** Numbers from 0 to below 1, the same ones every time (mulberry32, public domain). */
export function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pairsOf(
  { operation, cases }: Readonly<{ operation: string; cases: readonly HiddenCase[] }>,
  at: Hidden,
): readonly Pair[] {
  return cases.map((one) => {
    const found = () => bytesOf(one, operation, at);
    const absent = nothingFor(operation, one.hides);
    return { found, missed: () => bytesOf(one, operation, at, absent) };
  });
}

/** Times of pairs, in nanoseconds. */
async function timesOf(
  requests: readonly Pair[],
  world: World,
  { pairs, before }: Readonly<{ pairs: number; before: () => void }>,
) {
  const watch = await Stopwatch.on(world.url);
  const random = drawn(SEED);
  const hidden: number[] = [];
  const absent: number[] = [];
  const statuses = new Set<number>();
  try {
    for (let pair = -WARM_UP; pair < pairs; pair++) {
      const request = requests.at(Math.floor(random() * requests.length));
      if (request === undefined) throw new TypeError('there is no case');
      const asked = [
        { to: hidden, bytes: request.found() },
        { to: absent, bytes: request.missed() },
      ];
      if (random() < 0.5) asked.reverse();
      for (const { to, bytes } of asked) {
        before();
        const { took, status } = await watch.time(bytes);
        statuses.add(status);
        if (pair >= 0) to.push(took);
      }
    }
  } finally {
    watch.stop();
  }
  return { hidden, absent, statuses: [...statuses] };
}

type Place = Readonly<{ world: World; hidden: Hidden }>;

/** Counts, and refuses nothing: those who look at many people have a limit that no setting changes. */
class PatientLimiter extends MemoryRateLimiter {
  override take(...[bucket, window, at]: Parameters<MemoryRateLimiter['take']>) {
    return super.take(bucket, { ...window, limit: Number.MAX_SAFE_INTEGER }, at);
  }
}

type Options = Omit<NonNullable<Parameters<typeof startService>[0]>, 'perMinute' | 'check'>;

/** A service with hidden things, whose jobs rest. */
export async function aPlace({ ports = (memory) => memory, ...options }: Options = {}): Promise<Place> {
  const world = await startService({
    ...options,
    perMinute: 1_000_000_000,
    check: false,
    ports: (memory) => ports({ ...memory, limiter: new PatientLimiter() }),
  });
  const hidden = await hideThings(world);
  await world.app.worker.stop();
  return { world, hidden };
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** `before` runs before each request; `pairs` are asked. */
type Question = Readonly<{ operation: string; store: string; pairs?: number; before?: () => void }>;

/** How well the times of a route tell hidden from absent. */
export async function tellingOf(
  world: World,
  { operation, store, pairs = PAIRS, before = () => undefined }: Question,
  requests: readonly Pair[],
): Promise<number> {
  const { statuses, ...times } = await timesOf(requests, world, { pairs, before });
  expect(statuses).toEqual([404]);
  const area = areaUnderCurve(times.hidden, times.absent);
  const [found = 0, missed = 0] = [times.hidden, times.absent].map(median);
  const medians = `hidden ${Math.round(found / 1000)} µs, absent ${Math.round(missed / 1000)} µs`;
  process.stdout.write(`${area.toFixed(4)} ${operation} on ${store}: ${medians}\n`);
  return area;
}
