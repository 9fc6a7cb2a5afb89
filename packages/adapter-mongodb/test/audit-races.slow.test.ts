import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { appendLeaves, emptyEdge, leafHash, rootOf } from '@strongroom/audit-proof';
import type { EventId } from '@strongroom/domain';
import type { AuditLog } from '@strongroom/ports';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { MongoClient } from 'mongodb';
import { openMongoDocuments } from '../src/index.ts';

const PROCESSES = 4;
const STEP_DOWNS = 8;
const BETWEEN_MS = 4000;
const SCRIPT = join(import.meta.dirname, 'processes', 'record.ts');

let mongo: MongoServers;
beforeEach(async () => {
  mongo = await MongoServers.start(3);
}, 120_000);
afterEach(() => mongo?.stop());

/** An event, the times when its commit was called and answered, and whether it was stored. */
type Recorded = Readonly<{ id: EventId; asked: bigint; answered: bigint; stored: string }>;

/** A process that commits events until it has to stop. */
function recorder(): Readonly<{ ready: Promise<unknown>; stop: () => Promise<readonly Recorded[]> }> {
  const args = ['-C', '@strongroom/source', SCRIPT, mongo.url, 'races'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const recorded: Recorded[] = [];
  const lines = createInterface(child.stdout);
  const ready = once(lines, 'line');
  lines.on('line', (line) => {
    const [id = '', asked = '', answered = '', stored = ''] = line.split(' ');
    if (stored !== '') recorded.push({ id: id as EventId, asked: BigInt(asked), answered: BigInt(answered), stored });
  });
  const ended = once(child, 'close');
  return {
    ready,
    stop: async () => {
      child.stdin.end();
      expect(await ended).toEqual([0, null]);
      return recorded;
    },
  };
}

/** Makes the primary step down; the set elects another. */
async function stepDown(client: MongoClient): Promise<void> {
  const command = { replSetStepDown: 3, secondaryCatchUpPeriodSecs: 2, force: true };
  // The primary closes its connections, or there is none just now.
  await client
    .db('admin')
    .command(command)
    .catch(() => undefined);
}

/** The ids of the log by number, and the root over its entries. */
async function readAll(audit: AuditLog): Promise<readonly EventId[]> {
  const { size, root } = await audit.head();
  const ids: EventId[] = [];
  let edge = emptyEdge;
  for (let from = 0; from < size; from += 256) {
    const texts = await audit.texts(from, 256);
    for (const [index, text] of texts.entries()) {
      const { id, seq } = JSON.parse(text ?? '{}') as { id: EventId; seq: number };
      if (seq !== from + index) throw new Error(`the event ${from + index} has the number ${seq}`);
      ids.push(id);
    }
    edge = appendLeaves(edge, (await audit.entries(from, 256)).map(leafHash)).edge;
  }
  expect([ids.length, Buffer.from(rootOf(edge)).equals(Buffer.from(root))]).toEqual([size, true]);
  return ids;
}

/** The number of pairs in which one was answered before the other was asked for, and has the higher number. */
function violations(recorded: readonly Recorded[], seqs: ReadonlyMap<EventId, number>): number {
  const byAnswer = recorded.toSorted((a, b) => (a.answered < b.answered ? -1 : 1));
  let highest = -1;
  let next = 0;
  let found = 0;
  for (const { id, asked } of recorded.toSorted((a, b) => (a.asked < b.asked ? -1 : 1))) {
    for (let before = byAnswer[next]; before !== undefined && before.answered < asked; before = byAnswer[++next])
      highest = Math.max(highest, seqs.get(before.id) ?? -1);
    if ((seqs.get(id) ?? -1) <= highest) found += 1;
  }
  return found;
}

test('four processes and eight step-downs leave every event in the log once, in an order that no observer contradicts', async () => {
  const recorders = Array.from({ length: PROCESSES }, recorder);
  await Promise.all(recorders.map(({ ready }) => ready));
  const client = await new MongoClient(mongo.url).connect();
  for (let n = 0; n < STEP_DOWNS; n += 1) {
    await pause(BETWEEN_MS);
    await stepDown(client);
  }
  await pause(BETWEEN_MS);
  const recorded = (await Promise.all(recorders.map(({ stop }) => stop()))).flat();
  await client.close();

  const store = await openMongoDocuments({ url: mongo.url, database: 'races' });
  const ids = await readAll(store.audit);
  await store.close();
  const seqs = new Map(ids.map((id, seq) => [id, seq]));
  const answered = recorded.filter(({ stored }) => stored === 'yes');
  console.log(
    `${recorded.length} events, ${recorded.length - answered.length} without an answer, log of ${ids.length}`,
  );
  expect(seqs.size).toBe(ids.length);
  expect(answered.filter(({ id }) => !seqs.has(id))).toEqual([]);
  expect(recorded.filter(({ id, stored }) => stored === 'no' && seqs.has(id))).toEqual([]);
  const known = new Set(recorded.map(({ id }) => id));
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
  expect(violations(answered, seqs)).toBe(0);
  expect(answered.length).toBeGreaterThan(1000);
}, 300_000);
