import { beforeEach, expect, test } from '@jest/globals';
import { type AuditStorage, type PlaceOfPosting } from '@strongroom/ports';
import { searchBlocks } from './search.ts';
import { StoredIndex } from './stored-index.ts';

/** Answers with what it was asked for, and remembers it. */
class AskedStorage implements AuditStorage {
  readonly asked: unknown[] = [];
  blocks = 1;
  /** Counts are answered once this resolves. */
  ready: Promise<unknown> = Promise.resolve();

  async counts(terms: readonly string[], from: number, until: number) {
    this.asked.push(from === 0 ? terms : [from, ...terms]);
    await this.ready;
    const blocks = Array.from({ length: Math.min(this.blocks, until) - from }, (_, index) => from + index);
    return terms.map(() => new Map(blocks.map((block) => [block, block + 1])));
  }

  async postings(places: readonly PlaceOfPosting[]) {
    this.asked.push(places);
    return places.map((place) => ({ ...place, count: 1, offsets: new Uint8Array(2) }));
  }

  async blockTimes(block: number) {
    return Array.from({ length: this.blocks - block }, (_, index) => ({
      block: block + index,
      earliest: 0,
      latest: 0,
    }));
  }

  extent = neverAsked;
  texts = neverAsked;
  entries = neverAsked;
  hashes = neverAsked;
  mendTile = neverAsked;
  erase = neverAsked;
  events = neverAsked;
  holding = neverAsked;
  seqOf = neverAsked;
  termCounts = neverAsked;
  termsOf = neverAsked;
  times = neverAsked;
  writePostings = neverAsked;
  closeBlock = neverAsked;
}

const neverAsked = (): Promise<never> => Promise.reject(new TypeError('not needed here'));

let storage: AskedStorage;
let index: StoredIndex;
beforeEach(async () => {
  storage = new AskedStorage();
  index = new StoredIndex(storage);
  await index.growTo(1);
});

test('the counts of a term are read once, until a block is added', async () => {
  await index.counts(['a', 'b'], 0);
  expect(await index.counts(['b', 'c'], 0)).toEqual([new Map([[0, 1]]), new Map([[0, 1]])]);
  expect(await index.counts(['a'], 0)).toEqual([new Map([[0, 1]])]);
  expect(storage.asked).toEqual([['a', 'b'], ['c']]);
  storage.blocks = 2;
  await index.growTo(2);
  expect((await index.counts(['a'], 0))[0]?.get(1)).toBe(2);
});

test('counts that were read while a block was added are not remembered', async () => {
  storage.blocks = 2;
  const grown = index.growTo(2);
  storage.ready = grown;
  await index.counts(['a'], 0);
  await grown;
  await index.counts(['a'], 0);
  expect(storage.asked).toEqual([['a'], ['a']]);
});

test('the index remembers a bounded number of counts, those of the last terms', async () => {
  storage.blocks = 999;
  await index.growTo(999);
  const terms = Array.from({ length: 25 }, (_, term) => `term ${term}`);
  for (const term of terms) await index.counts([term], 0);
  storage.asked.length = 0;
  await index.counts(['term 24', 'term 6', 'term 5', 'term 0'], 0);
  expect(storage.asked).toEqual([['term 5', 'term 0']]);
});

test('the same postings are read once for callers that ask at the same time', async () => {
  const places = [{ term: 'a', block: 0 }];
  const [first, second] = await Promise.all([index.postings(places), index.postings([...places])]);
  expect(second).toBe(first);
  await index.postings(places);
  expect(storage.asked).toEqual([places, places]);
});

test('a page that the newest blocks fill reads no counts of older ones', async () => {
  storage.blocks = 2 * 8 + 5;
  index = new StoredIndex(storage, 8);
  await index.growTo(storage.blocks);
  const blocks = { blockSize: 1, open: [], closed: index.blocks, stored: index };
  const wanted = { filter: { labels: ['a'] }, before: Infinity, since: 0, isCount: true };
  const found = searchBlocks(blocks, wanted);
  for (let read = 0; read < 5; read += 1) expect((await found.next()).value?.count(9)).toBe(storage.blocks - read);
  expect(storage.asked).toEqual([[2 * 8, '|a']]);
  expect((await found.next()).value?.count(Infinity)).toBe(2 * 8);
  expect(storage.asked).toHaveLength(2);
});
