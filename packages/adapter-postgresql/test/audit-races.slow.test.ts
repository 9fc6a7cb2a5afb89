import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { appendLeaves, emptyEdge, leafHash, rootOf } from '@strongroom/audit-proof';
import type { EventId, Instant, NewEvent } from '@strongroom/domain';
import { type AuditLog, type DocumentStore, Unavailable } from '@strongroom/ports';
import { openPostgresqlDocuments } from '../src/index.ts';
import { aDatabase, runSql, withPostgresql } from './setting.ts';

withPostgresql();

/** Each with connections and a sequencer of its own, as processes have. */
const STORES = 4;
const WRITERS = 8;
const CUTS = 12;
const BETWEEN_MS = 1500;
const CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'strongroom'";

/** An event, when its commit was called and answered, and whether it was stored. */
type Recorded = Readonly<{ id: EventId; asked: number; answered: number; stored: 'yes' | 'no' | 'unknown' }>;

const event = (): NewEvent => ({
  id: randomUUID() as string as EventId,
  type: 'room.edited',
  outcome: 'allowed',
  rule: null,
  occurredAt: Date.now() as Instant,
  actor: { type: 'system' },
  target: { type: 'organisation', id: randomUUID(), roomId: null, label: null },
  request: null,
  data: {},
});

async function write(store: DocumentStore, recorded: Recorded[], isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const events = n % 5 === 0 ? [event(), event()] : [event()];
    const insert = {
      id: randomUUID(),
      version: 1,
      schema: 1,
      position: 0 as Instant,
      keys: [],
      uniqueKeys: [],
      body: {},
    };
    const asked = performance.now();
    const stored = await store.commit(n % 3 === 0 ? [{ collection: 'things', insert }] : [], events).then(
      () => 'yes' as const,
      (error: unknown) => {
        if (!(error instanceof Unavailable)) throw error;
        return error.maybeDone ? ('unknown' as const) : ('no' as const);
      },
    );
    for (const { id } of events) recorded.push({ id, asked, answered: performance.now(), stored });
    if (stored !== 'yes') await pause(20);
  }
}

/** The ids of the log by number, whose root is that of its entries. */
async function readAll(audit: AuditLog): Promise<readonly EventId[]> {
  const { size, root } = await audit.head();
  const ids: EventId[] = [];
  let edge = emptyEdge;
  for (let from = 0; from < size; from += 256) {
    for (const text of await audit.texts(from, 256)) {
      const { id, seq } = JSON.parse(text ?? '{}') as { id: EventId; seq: number };
      expect(seq).toBe(ids.length);
      ids.push(id);
    }
    edge = appendLeaves(edge, (await audit.entries(from, 256)).map(leafHash)).edge;
  }
  expect([ids.length, Buffer.from(rootOf(edge)).equals(Buffer.from(root))]).toEqual([size, true]);
  return ids;
}

/** Events that were asked for after another one was answered, and have the lower number. */
function outOfOrder(recorded: readonly Recorded[], seqs: ReadonlyMap<EventId, number>): readonly EventId[] {
  const byAnswer = recorded.toSorted((a, b) => a.answered - b.answered);
  let [next, highest] = [0, -1];
  return recorded
    .toSorted((a, b) => a.asked - b.asked)
    .filter(({ id, asked }) => {
      for (let before = byAnswer[next]; before !== undefined && before.answered < asked; before = byAnswer[++next])
        highest = Math.max(highest, seqs.get(before.id) ?? -1);
      return (seqs.get(id) ?? -1) <= highest;
    })
    .map(({ id }) => id);
}

test('four stores whose connections are cut leave every event in the log once, in an order that no observer contradicts', async () => {
  const address = await aDatabase();
  const stores: DocumentStore[] = [];
  for (let n = 0; n < STORES; n += 1) stores.push(await openPostgresqlDocuments(address));
  const recorded: Recorded[] = [];
  let isOver = false;
  const writers = stores.flatMap((store) =>
    Array.from({ length: WRITERS }, () => write(store, recorded, () => isOver)),
  );
  for (let n = 0; n < CUTS; n += 1) {
    await pause(BETWEEN_MS);
    await runSql(address, CUT);
  }
  await pause(BETWEEN_MS);
  isOver = true;
  await Promise.all(writers);
  await Promise.all(stores.map((store) => store.close()));

  const store = await openPostgresqlDocuments(address);
  const ids = await readAll(store.audit);
  await store.close();
  const seqs = new Map(ids.map((id, seq) => [id, seq]));
  const answered = recorded.filter(({ stored }) => stored === 'yes');
  const known = new Set(recorded.map(({ id }) => id));
  expect(seqs.size).toBe(ids.length);
  expect(answered.filter(({ id }) => !seqs.has(id))).toEqual([]);
  expect(recorded.filter(({ id, stored }) => stored === 'no' && seqs.has(id))).toEqual([]);
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
  expect(outOfOrder(answered, seqs)).toEqual([]);
  expect(recorded.filter(({ stored }) => stored === 'unknown')).not.toEqual([]);
  expect(answered.length).toBeGreaterThan(500);
}, 300_000);
