import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { Page, Selection } from '@strongroom/ports';
import { type Document, MongoClient } from 'mongodb';
import { DOCUMENTS_COLLECTION, rowOf } from '../src/documents/layout.ts';
import { countCommand, listCommand, listQueryOf } from '../src/documents/lists.ts';
import { filterOf } from '../src/documents/reads.ts';
import { type MongoAddress, openMongoDocuments } from '../src/index.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

const MANY = 100_000;
const LOT = 5000;
const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);
const at = (milliseconds: number): Instant => milliseconds as Instant;

let address: MongoAddress;
let client: MongoClient;
let run: (command: Document) => Promise<Document>;

beforeAll(async () => {
  address = aDatabase();
  await (await openMongoDocuments(address)).close();
  client = await new MongoClient(address.url).connect();
  const database = client.db(address.database);
  run = (command) => database.command(command);
  for (let first = 0; first < MANY; first += LOT) {
    const lot = upTo(LOT).map((index) => first + index);
    await database.collection(DOCUMENTS_COLLECTION).insertMany(lot.map(aFile));
  }
}, 120_000);
afterAll(() => client?.close());

/** Keys as files have them, with many files per position. */
const aFile = (n: number): Document =>
  rowOf('files', {
    id: `file-${n}`,
    version: 1,
    schema: 1,
    position: at(Math.floor(n / 3)),
    keys: [`room:${n % 700}:C${n % 4}`, 'all', ...(n % 50_000 === 7 ? ['rare'] : [])],
    uniqueKeys: [`token:${n}`],
    body: { n },
  });

type Stage = Readonly<{ stage?: string }>;

/** All stages of a plan, wherever they are nested. */
function stagesOf(plan: unknown): readonly string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const own = 'stage' in plan ? [String((plan as Stage).stage)] : [];
  return [...own, ...Object.values(plan).flatMap(stagesOf)];
}

const explained = async (
  command: Document,
): Promise<Readonly<{ stages: readonly string[]; keys: number; docs: number }>> => {
  const { maxTimeMS: _, ...explain } = command;
  const { queryPlanner, executionStats, stages } = await run({ explain, verbosity: 'executionStats' });
  const cursor = stages?.[0]?.$cursor;
  const { totalKeysExamined, totalDocsExamined } = executionStats ?? cursor.executionStats;
  return {
    stages: stagesOf((queryPlanner ?? cursor.queryPlanner).winningPlan),
    keys: totalKeysExamined,
    docs: totalDocsExamined,
  };
};

const LABELS = upTo(4).map((n) => `C${n}`);
const selections: readonly (readonly [name: string, collection: string, Selection])[] = [
  ['one room', 'files', { anyOf: ['room:7:C3'] }],
  ['one room in four labels', 'files', { anyOf: LABELS.map((label) => `room:9:${label}`) }],
  ['everything', 'files', { anyOf: ['all'] }],
  ['everything, under keys that overlap', 'files', { anyOf: ['all', 'room:9:C1', 'rare'] }],
  ['next to nothing', 'files', { anyOf: ['rare'] }],
  ['nothing', 'files', { anyOf: ['none', 'nobody'] }],
  ['200 rooms', 'files', { anyOf: upTo(200).map((n) => `room:${n}:C${n % 4}`) }],
  ['a range of time', 'files', { anyOf: ['all', 'rare'], from: at(5000), until: at(25_000) }],
];

const pages: readonly (readonly [name: string, Page])[] = [
  ['the first page', { limit: 51 }],
  ['the oldest', { limit: 51, order: 'oldest' }],
  ['from a place on', { limit: 51, after: { position: at(15_000), id: 'file-45001' } }],
  ['from a place on, oldest first', { limit: 51, order: 'oldest', after: { position: at(15_000), id: 'file-45001' } }],
  ['a numbered page skips the pages before it', { limit: 51, offset: 100 }],
];

const lists = selections.flatMap(([what, collection, selection]) =>
  pages.map(([which, page]) => [`${what}, ${which}`, collection, selection, page] as const),
);

test.each(lists)(
  '%s: ranges of the index are merged without a scan or a sort',
  async (_, collection, selection, page) => {
    const query = listQueryOf(collection, selection, page);
    if (query === undefined) throw new Error('there is something to ask');
    const { stages, keys, docs } = await explained(listCommand(query));
    expect(stages).toContain('IXSCAN');
    expect(stages.filter((stage) => ['COLLSCAN', 'SORT', 'SORT_KEY_GENERATOR'].includes(stage))).toEqual([]);
    // Reads the shown and skipped documents, and a few for each key and for documents of the same moment.
    const most = page.limit + (page.offset ?? 0) + 2 * selection.anyOf.length + 10;
    expect({ keys, docs }).toEqual({ keys: expect.any(Number), docs: expect.any(Number) });
    expect(Math.max(keys - selection.anyOf.length, docs)).toBeLessThanOrEqual(most);
  },
);

test.each(selections)('%s: counting walks an index and reads no document', async (_, collection, selection) => {
  const query = listQueryOf(collection, selection);
  if (query === undefined) throw new Error('there is something to ask');
  const { stages, docs } = await explained(countCommand(query));
  expect(stages.some((stage) => stage === 'COUNT_SCAN' || stage === 'IXSCAN')).toBe(true);
  expect(stages).not.toContain('COLLSCAN');
  expect({ docs, selection }).toEqual({ docs: 0, selection });
});

test.each(selections)('%s: a bounded count stops at its bound', async (_, collection, selection) => {
  const atMost = 1000;
  const query = listQueryOf(collection, selection, { limit: atMost });
  if (query === undefined) throw new Error('there is something to ask');
  const { stages, keys, docs } = await explained(countCommand(query));
  expect(stages).not.toContain('COLLSCAN');
  expect(docs).toBeLessThanOrEqual(atMost);
  expect(keys).toBeLessThanOrEqual(2 * (atMost + selection.anyOf.length));
});

test.each([
  ['by id', upTo(8).map((n) => `files/file-${n}`), []],
  ['by unique key', [], upTo(8).map((n) => `files/token:${n}`)],
  ['by both', upTo(8).map((n) => `files/file-${n}`), upTo(8).map((n) => `files/token:${100 + n}`)],
])('documents that a request reads together are found %s by index', async (_, ids, keys) => {
  const { stages, docs } = await explained({ find: DOCUMENTS_COLLECTION, filter: filterOf(ids, keys) });
  expect(stages).toContain('IXSCAN');
  expect(stages).not.toContain('COLLSCAN');
  expect(docs).toBe(ids.length + keys.length);
});

test('documents that an upgrade has not rewritten are found among 100 000 others, page by page', async () => {
  const late = ['file-50001', 'file-99999'];
  const q = { _id: { $in: late.map((id) => `files/${id}`) } };
  await run({ update: DOCUMENTS_COLLECTION, updates: [{ q, u: { $set: { schema: 0 } }, multi: true }] });
  const store = await openMongoDocuments(address);
  try {
    const found = await store.outdated('files', { below: 1, limit: 10 });
    expect(found.map(({ id }) => id)).toEqual(late);
    expect(await store.outdated('files', { below: 1, limit: 1 })).toHaveLength(1);
    expect(await store.outdated('files', { below: 1, limit: 10, after: 'file-50001' })).toHaveLength(1);
  } finally {
    await store.close();
  }
});
