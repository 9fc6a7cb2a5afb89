import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RoomId } from '@strongroom/domain';
import type { AuditFilter } from '@strongroom/ports';
import { openSqliteDocuments, type SqliteDocumentStore } from '../../src/index.ts';

const COUNT = 10_000_000;
const START = 1_700_000_000_000;
const LIMIT_MS = 50;

const LABELS = ['', 'C1', 'C2', 'C3', 'C4'];
const uuid = (n: number, kind: 'a' | 'b'): string => `${String(n).padStart(8, '0')}-0000-4000-8000-00000000000${kind}`;
const room = (n: number): RoomId => uuid(n, 'b') as RoomId;
const user = (n: number): string => uuid(n, 'a');

/** Event n: room n % 1013 of label C(room % 4 + 1), user (n / 7) % 5003, one of three types, a second apart. */
function fill(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -100000');
  const text =
    `printf('{"actor":{"id":"%08d-0000-4000-8000-00000000000a","token_id":null,"type":"user"},"data":{},` +
    `"id":"00000000-0000-4000-8000-%012d","occurred_at":"%sT%sZ","outcome":"%s","request":null,"rule":null,` +
    `"salt":"00000000000000000000000000000000","seq":%d,"target":{"id":"%08d-0000-4000-8000-00000000000b","label":"C%d",` +
    `"room_id":"%08d-0000-4000-8000-00000000000b","type":"room"},"type":"%s","v":1}',` +
    `(n / 7) %% 5003, n, date(${START / 1000} + n, 'unixepoch'), time(${START / 1000} + n, 'unixepoch') || '.000',` +
    `iif(n %% 100 = 99, 'denied', 'allowed'), n, n %% 1013, n %% 1013 %% 4 + 1, n %% 1013,` +
    `CASE WHEN n %% 100 = 99 THEN 'access.denied' WHEN n %% 2 = 0 THEN 'file.downloaded' ELSE 'room.edited' END)`;
  database.exec(`WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${COUNT})
    INSERT INTO events (seq, entry, event) SELECT n, zeroblob(32), ${text.replaceAll('%%', '%')} FROM numbers`);
  database.close();
}

let folder: string;
let store: SqliteDocumentStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ten-million-'));
  const path = join(folder, 'documents.db');
  await (await openSqliteDocuments({ path })).close();
  fill(path);
  store = await openSqliteDocuments({ path });
  // The first query indexes what was not committed by this process.
  await store.audit.count({ labels: ['C1'] }, 1);
  await store.audit.stored();
}, 3_600_000);
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Milliseconds of processor time of some work, so that other processes of the machine do not count. */
async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user: own, system } = process.threadCpuUsage(before);
  return (own + system) / 1000;
}

/** Processor time of reading the first page and the bounded count, in milliseconds: the best of three runs. */
async function timeOf(filter: AuditFilter): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const work = () => Promise.all([store.audit.list(filter, { limit: 51 }), store.audit.count(filter, 10_001)]);
    best = Math.min(best, await processorTimeOf(work));
  }
  return best;
}

const day = 86_400_000;
const filters: readonly (readonly [name: string, AuditFilter, atLeast: number])[] = [
  ['everything', { labels: LABELS }, 10_001],
  ['everything below C3', { labels: LABELS.slice(0, 3) }, 10_001],
  ['a label that no event has', { labels: ['C9'] }, 0],
  ['a room', { labels: LABELS, roomId: room(12) }, 9000],
  ['a room above the clearance', { labels: ['', 'C1'], roomId: room(15) }, 0],
  ['a room that never was', { labels: LABELS, roomId: room(99_999) }, 0],
  ['a user', { labels: LABELS, actorId: user(4000) }, 1900],
  ['a user in a room', { labels: LABELS, actorId: user(4000), roomId: room(649) }, 1],
  ['a room and a type', { labels: LABELS, roomId: room(12), type: 'file.downloaded' }, 4000],
  ['a type', { labels: LABELS, type: 'room.edited' }, 10_001],
  ['denials', { labels: LABELS, outcome: 'denied' }, 10_001],
  ['a type and the other outcome', { labels: LABELS, type: 'room.edited', outcome: 'denied' }, 0],
  ['denials of a user', { labels: LABELS, outcome: 'denied', actorId: user(1) }, 1],
  ['a type that never was', { labels: LABELS, type: 'share.redeemed' }, 0],
  ['a day long ago', { labels: LABELS, from: START + day, until: START + 2 * day }, 10_001],
  ['a minute long ago', { labels: LABELS, from: START + day, until: START + day + 60_000 }, 60],
  ['a room on a day', { labels: LABELS, roomId: room(12), from: START + day, until: START + 2 * day }, 80],
  ['before all', { labels: LABELS, until: START }, 0],
  [
    'a user in a room in a month',
    { labels: LABELS, actorId: user(7), roomId: room(3), from: START, until: START + 30 * day },
    0,
  ],
];

describe(`a log of ${COUNT} events`, () => {
  test.each(filters)('is read and counted in time: %s', async (name, filter, atLeast) => {
    expect(await store.audit.count(filter, 10_001)).toBeGreaterThanOrEqual(atLeast);
    const milliseconds = await timeOf(filter);
    console.log(`${name}: ${milliseconds.toFixed(1)} ms`);
    expect(milliseconds).toBeLessThan(LIMIT_MS);
  });

  test('is read in time by cursors deep inside', async () => {
    for (const before of [COUNT - 1, COUNT / 2, 70_000, 1000]) {
      const filter = { labels: LABELS, roomId: room(12) };
      expect(await processorTimeOf(() => store.audit.list(filter, { limit: 51, before }))).toBeLessThan(LIMIT_MS);
      const page = await store.audit.list(filter, { limit: 51, before });
      expect(page.every(({ seq, target }) => seq < before && target.roomId === room(12))).toBe(true);
    }
  });
});
