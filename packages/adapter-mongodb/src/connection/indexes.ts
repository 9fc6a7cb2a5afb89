import type { Document } from 'mongodb';
import type { MongoConnection } from './mongo-connection.ts';
import { MongoUnusable } from './mongo-unusable.ts';

export type MongoIndex = Readonly<{
  name: string;
  key: Readonly<Record<string, 1 | -1>>;
  only?: Document;
  unique?: true;
}>;

const NAMESPACE_EXISTS = 48;
const NO_NAMESPACE = 26;
/** IndexOptionsConflict, IndexKeySpecsConflict. */
const DIFFERENT = new Set([85, 86]);

/** One sentence for each index that is missing or different. */
export async function indexProblems(
  connection: MongoConnection,
  collection: string,
  wanted: readonly MongoIndex[],
): Promise<readonly string[]> {
  const found = await indexesOf(connection, collection);
  if (found === undefined) return [`the collection ${collection} is missing`];
  return wanted.flatMap((index) => {
    const there = found.find(({ name }) => name === index.name);
    if (there === undefined) return [`the index ${index.name} of ${collection} is missing`];
    return isAs(there, index)
      ? []
      : [`the index ${index.name} of ${collection} is ${shown(there)} and must be ${shown(specification(index))}`];
  });
}

/**
 * Creates the collection and its indexes if they are missing; several processes may do so at once. Throws MongoUnusable for
 * an index that exists and is different: only the operator can decide to rebuild it.
 */
export async function makeIndexes(
  connection: MongoConnection,
  collection: string,
  wanted: readonly MongoIndex[],
): Promise<void> {
  const before = await indexesOf(connection, collection);
  if (before === undefined) await unless([NAMESPACE_EXISTS], connection.run({ create: collection }));
  if (wanted.every((index) => before?.some((there) => there.name === index.name && isAs(there, index)))) return;
  const writeConcern = { w: 'majority' };
  const indexes = wanted.map(specification);
  await unless([...DIFFERENT], connection.run({ createIndexes: collection, indexes, writeConcern }));
  const problems = await indexProblems(connection, collection, wanted);
  if (problems.length === 0) return;
  throw new MongoUnusable(
    'indexes',
    `${problems.join('; ')}; remove it with dropIndex and start again, which creates it`,
  );
}

async function indexesOf(connection: MongoConnection, collection: string): Promise<readonly Document[] | undefined> {
  const reply = await unless(
    [NO_NAMESPACE],
    connection.run<Document>({ listIndexes: collection, cursor: { batchSize: 100 } }),
  );
  return reply?.cursor.firstBatch;
}

async function unless<T>(codes: readonly number[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(Number(error.code))) return undefined;
    throw error;
  }
}

const specification = ({ name, key, only, unique }: MongoIndex): Document => ({
  name,
  key,
  ...(unique && { unique }),
  ...(only && { partialFilterExpression: only }),
});

const MEANINGFUL = ['key', 'unique', 'partialFilterExpression', 'sparse', 'collation', 'expireAfterSeconds', 'hidden'];

const shown = (index: Document): string =>
  JSON.stringify(Object.fromEntries(MEANINGFUL.filter((name) => index[name]).map((name) => [name, index[name]])));

const isAs = (there: Document, index: MongoIndex): boolean => shown(there) === shown(specification(index));
