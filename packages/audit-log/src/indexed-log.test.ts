import { expect, test } from '@jest/globals';
import { type EventId, instant, type Label, type NewEvent } from '@strongroom/domain';
import type { AuditStorage, StoredEvent } from '@strongroom/ports';
import { encodeEvent, eventText } from './event-text.ts';
import { IndexedLog } from './indexed-log.ts';

const BLOCK_SIZE = 1000;
const SIZE = 10 * BLOCK_SIZE + 7;

const eventAt = (seq: number): NewEvent => ({
  id: `${seq}` as EventId,
  type: 'room.created',
  outcome: 'allowed',
  rule: null,
  occurredAt: instant(seq),
  actor: { type: 'system' },
  target: { type: 'room', id: 'r', roomId: null, label: 'C1' as Label },
  request: null,
  data: {},
});

/** Events that another process has committed, without an index. */
class UnindexedEvents implements AuditStorage {
  closed = 0;
  /** Highest number of events that were read while their block was not stored. */
  mostHeld = 0;

  async extent() {
    return { size: SIZE, closed: this.closed, erasures: 0 };
  }

  async texts(from: number, until: number): Promise<readonly string[]> {
    this.mostHeld = Math.max(this.mostHeld, until - this.closed * BLOCK_SIZE);
    return Array.from({ length: until - from }, (_, index) => {
      const { head, tail } = encodeEvent(eventAt(from + index), { salt: '', ipSalt: '' }, () => '');
      return eventText({ head, tail }, from + index);
    });
  }

  async blockTimes(block: number) {
    return Array.from({ length: this.closed - block }, (_, index) => ({
      block: block + index,
      earliest: (block + index) * BLOCK_SIZE,
      latest: (block + index + 1) * BLOCK_SIZE - 1,
    }));
  }

  async writePostings() {}

  async closeBlock() {
    this.closed += 1;
  }

  events = async (): Promise<readonly StoredEvent[]> => [];
  holding = neverAsked;
  seqOf = neverAsked;
  counts = neverAsked;
  postings = neverAsked;
  termCounts = neverAsked;
  termsOf = neverAsked;
  entries = neverAsked;
  hashes = neverAsked;
  mendTile = neverAsked;
  erase = neverAsked;
  times = neverAsked;
}

const neverAsked = (): Promise<never> => Promise.reject(new TypeError('not needed here'));

test('the log stores each block before it reads the next, so that many take the memory of one', async () => {
  const storage = new UnindexedEvents();
  const log = new IndexedLog(storage, { blockSize: BLOCK_SIZE });
  await log.closeBlocks();
  expect(storage.closed).toBe(10);
  expect(storage.mostHeld).toBe(BLOCK_SIZE);
});

test('a page since an event looks at no block that ends before it', async () => {
  const log = new IndexedLog(new UnindexedEvents(), { blockSize: BLOCK_SIZE });
  await log.closeBlocks();
  const filter = { labels: ['C1'], type: 'room.deleted' } as const;
  expect(await log.list(filter, { limit: 9, since: 10 * BLOCK_SIZE })).toEqual([]);
  await expect(log.list(filter, { limit: 9, since: 10 * BLOCK_SIZE - 1 })).rejects.toThrow('not needed here');
});

test('the last block, which is not full, is indexed for the next query', async () => {
  const storage = new UnindexedEvents();
  const log = new IndexedLog(storage, { blockSize: BLOCK_SIZE });
  await log.closeBlocks();
  storage.texts = neverAsked;
  expect(log.hasFullBlock).toBe(false);
  await expect(log.closeBlocks()).resolves.toBeUndefined();
});

test('the log stores each block before a query reads the next', async () => {
  const storage = new UnindexedEvents();
  const log = new IndexedLog(storage, { blockSize: BLOCK_SIZE });
  expect(await log.count({ labels: ['C1'] }, 1)).toBe(1);
  expect(storage.mostHeld).toBe(BLOCK_SIZE);
});

test('the log answers a query from memory where the index cannot be written', async () => {
  const storage = new UnindexedEvents();
  storage.writePostings = neverAsked;
  const log = new IndexedLog(storage, { blockSize: BLOCK_SIZE });
  expect(await log.count({ labels: ['C1'] }, 20 * BLOCK_SIZE)).toBe(SIZE);
});
