import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSqliteDocuments, type SqliteDocumentStore, systemClock } from '@strongroom/adapter-local';
import type { Instant } from '@strongroom/domain';
import type { Caller } from '../support/caller.ts';
import { FunctionCalls } from '../support/function-calls.ts';
import { aFile } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { type Hidden, hideThings } from './hidden-things.ts';
import { nothingFor, requestOf } from './operations.ts';
import { bodyOf, HIDING, NAMED } from './routes/all.ts';

/**
 * A request for a hidden thing takes as many statements of the database as one for an absent thing, whether the hidden one
 * is in memory or not, and as many decisions. The times themselves are compared by `hidden-in-time.slow.test.ts`.
 */
let folder: string;
let documents: SqliteDocumentStore;
let other: DatabaseSync;
let world: World;
let hidden: Hidden;
/** The moment at which the clock stands: a minute that ends between two requests would record again that a token is used. */
let still: Instant | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-work-'));
  const path = join(folder, 'documents.db');
  documents = await openSqliteDocuments({ path });
  // A caller's denials beyond the first of a minute are counted, without an event that takes statements of its own.
  world = await startService({
    perMinute: 1_000_000,
    check: false,
    denialsPerMinute: 0,
    ports: (memory) => ({ ...memory, documents, clock: { ...systemClock, now: () => still ?? systemClock.now() } }),
  });
  hidden = await hideThings(world);
  await world.app.worker.stop();
  still = systemClock.now();
  other = new DatabaseSync(path);
  other.exec('PRAGMA synchronous = OFF; CREATE TABLE other (n INTEGER); INSERT INTO other VALUES (0)');
});
afterAll(async () => {
  other.close();
  await world.stop();
  await rm(folder, { recursive: true });
});

/** A commit of another process makes this one forget all documents. */
const forget = () => other.exec('UPDATE other SET n = n + 1');

type Asked = Readonly<{ by: Caller; method: string; path: string; body?: string; status?: number }>;

async function statementsOf({ by, method, path, body, status: refused = 404 }: Asked): Promise<number> {
  const before = documents.counters.statements;
  const { status, text } = await by.ask(method, path, body);
  // A bulk request is answered with the refusals of its items.
  expect(status === 200 ? text : `"status":${status}`).toContain(`"status":${refused}`);
  return documents.counters.statements - before;
}

/** Requests for something hidden and for something absent. */
type Asks = Readonly<{ found: () => Asked; missed: () => Asked }>;

/** Statements of a thing in use, and of one that was not asked for since memory was emptied. */
async function workOf(asked: () => Asked): Promise<Readonly<{ inUse: number; first: number }>> {
  // The first request of a caller in a minute records that their token is used.
  for (let warm = 0; warm < 2; warm++) await statementsOf(asked());
  const inUse = await statementsOf(asked());
  forget();
  return { inUse, first: await statementsOf(asked()) };
}

/** The functions of a decision, and those that find what it rests on. Each takes microseconds. */
const DECIDING = [
  { file: '/domain/src/policy/decision.ts', names: ['decide', 'allows', 'judge', 'isMet'] },
  { file: '/application/src/kernel/sight.ts', names: ['whoAsks', 'atRoom'] },
  { file: '/application/src/kernel/identity-map.ts', names: ['findBy', 'add', 'learn'] },
] as const;

const CASES = HIDING.flatMap(({ operation, cases }) => cases.map((one) => ({ operation, ...one })));

/** The same request for the hidden thing of a case, and for an absent one. */
function asksOf({ operation, by, params, hides }: (typeof CASES)[number]): Asks {
  const there = params?.(hidden) ?? {};
  const asked = (id?: string): Asked => {
    const [method, path] = requestOf(operation, id === undefined ? there : { ...there, [hides]: id });
    const body = bodyOf(operation, hidden);
    return { by: by(hidden), method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  };
  return { found: () => asked(), missed: () => asked(nothingFor(operation, hides)) };
}

/** The hidden id is the last one of the query or body. */
const LAST_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!.*[0-9a-f]{8}-)/;

function asksNaming({ operation, by, hidden: nameIt }: (typeof NAMED)[number]): Asks {
  const [method, path] = requestOf(operation, {});
  const named = nameIt(hidden);
  const asked = (text: string): Asked =>
    text.startsWith('?') ? { by: by(hidden), method, path: path + text } : { by: by(hidden), method, path, body: text };
  return { found: () => asked(named), missed: () => asked(named.replace(LAST_ID, randomUUID())) };
}

describe('a hidden thing takes as many decisions as an absent one', () => {
  let calls: FunctionCalls;
  beforeAll(async () => {
    calls = await FunctionCalls.of(DECIDING);
  });
  afterAll(() => calls.stop());

  /** The calls of a request that was made before. */
  async function decisionsOf(asked: () => Asked): Promise<Readonly<Record<string, number>>> {
    await statementsOf(asked());
    calls.take();
    await statementsOf(asked());
    return calls.take();
  }

  test.each(CASES)('$operation: $why', async (one) => {
    const { found, missed } = asksOf(one);
    expect(await decisionsOf(found)).toEqual(await decisionsOf(missed));
  });

  test('counts decisions', async () => {
    calls.take();
    await hidden.bob.caller.get(`/rooms/${hidden.rooms.open}`);
    const { decide = 0, allows = 0, atRoom = 0 } = calls.take();
    expect(Math.min(decide + allows, atRoom)).toBeGreaterThan(0);
  });
});

describe('a hidden thing takes as many statements as an absent one', () => {
  test.each(CASES)('$operation: $why', async (one) => {
    const { found, missed } = asksOf(one);
    expect(await workOf(found)).toEqual(await workOf(missed));
  });

  test.each(NAMED)('$operation: $why', async (one) => {
    const { found, missed } = asksNaming(one);
    expect(await workOf(found)).toEqual(await workOf(missed));
  });

  test.each([
    ['/org-units', 'parent_id'],
    ['/rooms', 'org_unit_id'],
  ])('POST %s: the org unit, for an external user, who is refused for any', async (path, field) => {
    const asked = (id: string): Asked => ({
      by: hidden.guest.caller,
      method: 'POST',
      path,
      body: JSON.stringify({ name: 'x', ...(path === '/rooms' && { classification: 'C1' }), [field]: id }),
      status: 403,
    });
    expect(await workOf(() => asked(hidden.unit))).toEqual(await workOf(() => asked(randomUUID())));
  });

  const FILES = ['foreign', 'high', 'above', 'pending', 'deleted', 'ofDeleted'] as const;

  test.each(FILES)('POST /files/bulk-download-urls: the %s file', async (name) => {
    const asked = (id: string): Asked => ({
      by: hidden.bob.caller,
      method: 'POST',
      path: '/files/bulk-download-urls',
      body: JSON.stringify({ items: [{ file_id: id }] }),
    });
    const found = await workOf(() => asked(hidden.files[name]));
    expect(found).toEqual(await workOf(() => asked(randomUUID())));
  });
});

describe('finding files by name', () => {
  /** Statements of a search that finds nothing, after another user has added a file. */
  async function searchAfter(room: string, classification: string): Promise<number> {
    const ask = async () => {
      const before = documents.counters.statements;
      const found = await hidden.bob.caller.get(`/rooms/${hidden.rooms.open}/files?q=nowhere`);
      expect({ status: found.status, files: found.body.data }).toEqual({ status: 200, files: [] });
      return documents.counters.statements - before;
    };
    await ask();
    await aFile(hidden.ada.caller, room, { classification });
    return ask();
  }

  test('takes as many statements after a hidden file of the room as after a file of another room', async () => {
    const { open, foreign } = hidden.rooms;
    await searchAfter(foreign, 'C3');
    expect(await searchAfter(open, 'C3')).toBe(await searchAfter(foreign, 'C3'));
  });
});
