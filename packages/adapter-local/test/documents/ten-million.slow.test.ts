import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { Page, Selection } from '@strongroom/ports';
import { openSqliteDocuments, type SqliteDocumentStore } from '../../src/index.ts';
import { workplace } from './things.ts';

const EVENTS = 10_000_000;
const LABELS = ['', 'C1', 'C2', 'C3', 'C4'];
/** Milliseconds of CPU that one statement may hold the event loop. */
const LONGEST = 20;
/** Only the newest events have documents; older ones are counted and skipped, but never read. */
const READABLE = 30_000;
const START = 1_700_000_000_000;
const STEP = 10;

let place: Awaited<ReturnType<typeof workplace>>;
let store: SqliteDocumentStore;
let longest = 0;
let statements = 0;

/** Every fifth event carries each label; every thousandth is about one room, and the hundred oldest about another. */
const fill = (path: string): void => {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = OFF');
  const numbers = (first: number, step: number, below: number) =>
    `WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + ${step} FROM n WHERE i + ${step} < ${below})`;
  const id = `printf('%08x-0000-4000-8000-%012x', (i * 2654435761) % 4294967296, i)`;
  const position = `${START} + i * ${STEP}`;
  const insert = (key: string, first: number, step: number, below = EVENTS) =>
    database.exec(
      `${numbers(first, step, below)} INSERT INTO keys SELECT 'events', '${key}', ${position}, ${id} FROM n`,
    );
  for (const [index, label] of LABELS.entries()) {
    insert(`${label}|||`, index, LABELS.length);
    insert(`${label}|room||`, index * 1000, LABELS.length * 1000);
    insert(`${label}|old||`, index, LABELS.length, 100);
  }
  database.exec(
    `${numbers(EVENTS - READABLE, 1, EVENTS)}
     INSERT INTO documents SELECT 'events', ${id}, 1, 1, ${position}, '[]', '[]', json_object('at', i) FROM n`,
  );
  database.close();
};

const replaced = new Map<string, unknown>();

/** Records the CPU of the statements, so that other processes do not count. */
const timeStatements = (): void => {
  for (const name of ['get', 'all']) {
    const work: unknown = Reflect.get(StatementSync.prototype, name);
    if (typeof work !== 'function') throw new TypeError(`a statement has no ${name}`);
    replaced.set(name, work);
    Reflect.set(StatementSync.prototype, name, function (this: StatementSync, ...values: unknown[]): unknown {
      statements += 1;
      const before = process.threadCpuUsage();
      try {
        return Reflect.apply(work, this, values);
      } finally {
        const { user, system } = process.threadCpuUsage(before);
        longest = Math.max(longest, (user + system) / 1000);
      }
    });
  }
};

beforeAll(async () => {
  place = await workplace();
  await (await openSqliteDocuments({ path: place.path })).close();
  fill(place.path);
  timeStatements();
  store = await openSqliteDocuments({ path: place.path });
}, 600_000);
afterAll(async () => {
  for (const [name, work] of replaced) Reflect.set(StatementSync.prototype, name, work);
  await store.close();
  await place.clear();
});

const of = (what: string, labels = LABELS): readonly string[] => labels.map((label) => `${label}|${what}`);
const at = (part: number): Instant => (START + EVENTS * STEP * part) as Instant;

const FILTERS: readonly (readonly [string, Selection, number])[] = [
  ['everything', { anyOf: of('||') }, 10_001],
  ['one label', { anyOf: of('||', ['C1']) }, 10_001],
  ['two labels', { anyOf: of('||', ['', 'C1']) }, 10_001],
  ['from the middle on', { anyOf: of('||'), from: at(0.5) }, 10_001],
  ['up to the middle', { anyOf: of('||'), until: at(0.5) }, 10_001],
  ['a range of 500 events', { anyOf: of('||'), from: at(0.3), until: at(0.30005) }, 500],
  ['before all events', { anyOf: of('||'), until: START as Instant }, 0],
  ['after all events', { anyOf: of('||'), from: at(2) }, 0],
  ['a room with one event in a thousand', { anyOf: of('room||') }, 10_000],
  ['a room with old events only', { anyOf: of('old||') }, 100],
  ['a room with old events only, lately', { anyOf: of('old||'), from: at(0.5) }, 0],
  ['a room without events', { anyOf: of('none||') }, 0],
];

const pages: readonly Page[] = [{ limit: 101 }, { limit: 500 }, { limit: 101, offset: 9900 }];

test.each(FILTERS)('at 10 000 000 events no statement blocks the event loop: %s', async (name, selection, found) => {
  [longest, statements] = [0, 0];
  expect(await store.count('events', selection, 10_001)).toBe(found);
  for (const page of pages) await store.list('events', selection, page);
  process.stdout.write(`${longest.toFixed(1)} ms at most: ${name}\n`);
  expect(statements).toBeGreaterThan(3);
  expect(longest).toBeLessThanOrEqual(LONGEST);
});

test('the deepest page has the right events', async () => {
  const page = await store.list('events', { anyOf: of('||') }, { limit: 3, offset: 9999 });
  expect(page.map(({ body }) => body)).toEqual([1, 2, 3].map((n) => ({ at: EVENTS - 9999 - n })));
});
