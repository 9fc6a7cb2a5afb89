import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import { bearerSecret } from '@strongroom/domain';
import type { Caller } from '../support/caller.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { areaUnderCurve, Stopwatch } from '../support/stopwatch.ts';
import { type Case, FIXTURES, NAMED, type Named } from './hidden-cases.ts';
import { type Hidden, hideThings } from './hidden-things.ts';
import { OPERATIONS, requestOf } from './operations.ts';

/**
 * Hidden and absent things cannot be distinguished by response time. Requests for the one and for the
 * other go over one connection, in pairs whose inner order is drawn, and their times are compared by rank. The client is in
 * the service's own process, on memory: nothing of a network or a disk covers a difference that an attacker could average
 * out.
 */
const PAIRS = 8_000;
const WARM_UP = 300;
const SEED = 20_260_101;
const COIN = { least: 0.45, most: 0.55 };
/**
 * On SQLite some microseconds of 300 remain between memory and the database. They cannot be averaged out: the first question
 * about an id puts it, or its absence, into memory.
 */
const FEW_MICROSECONDS = { least: 0.35, most: 0.65 };

const ROUTES = [...OPERATIONS.keys()].flatMap((operation) => {
  const fixture = FIXTURES[operation];
  return typeof fixture === 'object' ? [{ operation, ...fixture }] : [];
});

/** Operations that name the hidden thing in their query or body. */
const BY_NAME = [...new Set(NAMED.map(({ operation }) => operation))].map((operation) => ({
  operation,
  named: NAMED.filter((each) => each.operation === operation),
}));

type Of = Readonly<{ operation: string; body?: object }>;
/** The same request for what is hidden, and for an absent thing that was never asked for. */
type Pair = Readonly<{ found: Buffer; missed: () => Buffer }>;

/** A request as bytes, so that nothing of it is made while time is taken. */
function bytesOf({ by, params, hides }: Case, { operation, body }: Of, at: Hidden, id?: string): Buffer {
  const there = params?.(at) ?? {};
  const [method, path] = requestOf(operation, id === undefined ? there : { ...there, [hides]: id });
  return bytesFor(method, path, by(at), body === undefined ? undefined : JSON.stringify(body));
}

function bytesFor(method: string, path: string, by: Caller, text?: string): Buffer {
  const headers = { Host: '127.0.0.1', ...by.headers(text), 'Content-Length': `${text?.length ?? 0}` };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} /api/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n${text ?? ''}`);
}

/** The hidden id is the last one of the query or body. */
const LAST_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!.*[0-9a-f]{8}-)/;

function pairOf({ operation, by, hidden: nameIt }: Named, at: Hidden): Pair {
  const [method, path] = requestOf(operation, {});
  const named = nameIt(at);
  const bytes = (text: string) =>
    text.startsWith('?') ? bytesFor(method, path + text, by(at)) : bytesFor(method, path, by(at), text);
  return { found: bytes(named), missed: () => bytes(named.replace(LAST_ID, randomUUID())) };
}

/** Numbers from 0 to below 1, the same ones every time (mulberry32, public domain). */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pairsOf(route: Of & Readonly<{ cases: readonly Case[] }>, at: Hidden, world: World): readonly Pair[] {
  const nothing = (name: string) =>
    name === 'token' ? bearerSecret('shareLink', world.ports.secrets.random(32)) : randomUUID();
  return route.cases.map((one) => ({
    found: bytesOf(one, route, at),
    missed: () => bytesOf(one, route, at, nothing(one.hides)),
  }));
}

/** Times of pairs, in nanoseconds. */
async function timesOf(requests: readonly Pair[], world: World, before: () => void) {
  const watch = await Stopwatch.on(world.url);
  const random = drawn(SEED);
  const hidden: number[] = [];
  const absent: number[] = [];
  const statuses = new Set<number>();
  try {
    for (let pair = -WARM_UP; pair < PAIRS; pair++) {
      const request = requests.at(Math.floor(random() * requests.length));
      if (request === undefined) throw new TypeError('there is no case');
      const asked = [
        { to: hidden, bytes: request.found },
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

let world: World;
let hidden: Hidden;

async function start(options?: Parameters<typeof startService>[0]): Promise<void> {
  world = await startService({ perMinute: 1_000_000_000, check: false, ...options });
  hidden = await hideThings(world);
  await world.app.worker.stop();
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** How well the times of a route tell hidden from absent. `before` runs before each request. */
async function tellingOf(
  operation: string,
  requests: readonly Pair[],
  store: string,
  before: () => void = () => undefined,
): Promise<number> {
  const { statuses, ...times } = await timesOf(requests, world, before);
  expect(statuses).toEqual([404]);
  const area = areaUnderCurve(times.hidden, times.absent);
  const [found = 0, missed = 0] = [times.hidden, times.absent].map(median);
  const medians = `hidden ${Math.round(found / 1000)} µs, absent ${Math.round(missed / 1000)} µs`;
  process.stdout.write(`${area.toFixed(4)} ${operation} on ${store}: ${medians}\n`);
  return area;
}

describe('on memory', () => {
  beforeAll(() => start());
  afterAll(() => world.stop());

  test.each(ROUTES)('$operation takes as long for what is hidden as for what is not there', async (route) => {
    const area = await tellingOf(route.operation, pairsOf(route, hidden, world), 'memory');
    expect(area).toBeGreaterThanOrEqual(COIN.least);
    expect(area).toBeLessThanOrEqual(COIN.most);
  });
});

describe('named in a query or a body, on memory', () => {
  beforeAll(() => start());
  afterAll(() => world.stop());

  test.each(BY_NAME)('$operation takes as long for what is hidden as for what is not there', async (route) => {
    const requests = route.named.map((one) => pairOf(one, hidden));
    const area = await tellingOf(route.operation, requests, 'memory');
    expect(area).toBeGreaterThanOrEqual(COIN.least);
    expect(area).toBeLessThanOrEqual(COIN.most);
  });
});

describe('on SQLite', () => {
  let folder: string;
  let other: DatabaseSync;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strongroom-time-'));
    const path = join(folder, 'documents.db');
    const documents = await openSqliteDocuments({ path });
    // A caller's denials beyond the first of a minute are counted, without a commit whose sync would cover what is read.
    await start({ denialsPerMinute: 0, ports: (memory) => ({ ...memory, documents }) });
    other = new DatabaseSync(path);
    other.exec('PRAGMA synchronous = OFF; CREATE TABLE other (n INTEGER); INSERT INTO other VALUES (0)');
  });
  afterAll(async () => {
    other.close();
    await world.stop();
    await rm(folder, { recursive: true });
  });

  const READ = [
    'GET /rooms/:id',
    'GET /rooms/:id/members',
    'GET /files/:file_id',
    'DELETE /files/:file_id',
    'GET /shares/:id',
    'GET /shares/by-token/:token',
    'DELETE /tokens/:id',
    'GET /org-units/:id',
    'GET /users/:id',
  ];
  const routes = ROUTES.filter(({ operation }) => READ.includes(operation));

  test.each(routes)(
    '$operation takes as long for what is hidden and in use as for what is not there',
    async (route) => {
      const area = await tellingOf(route.operation, pairsOf(route, hidden, world), 'SQLite');
      expect(area).toBeGreaterThanOrEqual(FEW_MICROSECONDS.least);
      expect(area).toBeLessThanOrEqual(FEW_MICROSECONDS.most);
    },
  );

  test.each(routes)('$operation takes as long for what is hidden and asked for the first time', async (route) => {
    // A commit of another process makes this one forget all documents.
    const forget = () => other.exec('UPDATE other SET n = n + 1');
    const area = await tellingOf(route.operation, pairsOf(route, hidden, world), 'SQLite, the first time', forget);
    expect(area).toBeGreaterThanOrEqual(FEW_MICROSECONDS.least);
    expect(area).toBeLessThanOrEqual(FEW_MICROSECONDS.most);
  });
});

test('finds a real difference', () => {
  const random = drawn(SEED);
  const slower = Array.from({ length: PAIRS }, () => random() * 100 + 12);
  const faster = Array.from({ length: PAIRS }, () => random() * 100);
  expect(areaUnderCurve(slower, faster)).toBeGreaterThan(COIN.most);
  expect(areaUnderCurve(faster, slower)).toBeLessThan(COIN.least);
  expect(areaUnderCurve([1, 2, 3], [1, 2, 3])).toBe(0.5);
  expect(areaUnderCurve([4, 5], [1, 2, 3])).toBe(1);
});
