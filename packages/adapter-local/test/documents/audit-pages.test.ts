import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { EventId, Instant, NewEvent } from '@strongroom/domain';
import { openSqliteDocuments, type SqliteDocumentStore } from '../../src/index.ts';
import { upTo, workplace } from './things.ts';

let place: Awaited<ReturnType<typeof workplace>>;
let store: SqliteDocumentStore;

beforeEach(async () => {
  place = await workplace();
  store = await openSqliteDocuments({ path: place.path });
});
afterEach(async () => {
  await store.close();
  await place.clear();
});

const event = (n: number): NewEvent => ({
  id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}` as EventId,
  type: 'log.started',
  outcome: 'allowed',
  rule: null,
  occurredAt: n as Instant,
  actor: { type: 'system' },
  target: { type: 'organisation', id: 'one', roomId: null, label: null },
  request: null,
  data: {},
});

test('the events of a page are read by one statement, the newest first', async () => {
  await store.commit([], upTo(100).map(event));
  const page = () => store.audit.list({ labels: [''] }, { limit: 40 });
  await page();
  const before = store.counters.statements;
  expect((await page()).map(({ seq }) => seq)).toEqual(upTo(40).map((n) => 99 - n));
  expect(store.counters.statements - before).toBeLessThanOrEqual(9);
});
