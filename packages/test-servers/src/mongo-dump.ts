/** Copies a database of MongoDB as `mongodump --oplog` and `mongorestore --drop` do: at one moment, and into new collections. */
import { type MongoAdmin, mongoDatabase } from './mongo-client.ts';

type Document = Readonly<Record<string, unknown>>;

type DumpedCollection = Readonly<{
  name: string;
  options: Document;
  indexes: readonly Document[];
  documents: readonly Document[];
}>;

export type DumpedDatabase = readonly DumpedCollection[];

type Place = Readonly<{ url: string; name: string }>;

const BATCH = 1000;

/** Numbers keep their types. */
const AS_STORED = { promoteValues: false };

type Batch = Readonly<{ id: unknown; firstBatch?: readonly Document[]; nextBatch?: readonly Document[] }>;

const isEnd = (id: unknown): boolean => String(id) === '0';

/** All documents that a command finds, a few at a time. */
async function all(database: MongoAdmin, collection: string, command: Document): Promise<readonly Document[]> {
  const found: Document[] = [];
  let { cursor } = (await database.command(command)) as Readonly<{ cursor: Batch }>;
  for (;;) {
    found.push(...(cursor.firstBatch ?? cursor.nextBatch ?? []));
    if (isEnd(cursor.id)) return found;
    const more = { getMore: cursor.id, collection, batchSize: BATCH };
    ({ cursor } = (await database.command(more)) as Readonly<{ cursor: Batch }>);
  }
}

/** All collections as they are at one moment. */
export async function dumpMongo({ url, name }: Place): Promise<DumpedDatabase> {
  const database = mongoDatabase(url, name, AS_STORED);
  try {
    const { operationTime } = await database.command({ ping: 1 });
    const readConcern = { level: 'snapshot', atClusterTime: operationTime };
    const dumped: DumpedCollection[] = [];
    const listed = await all(database, '$cmd.listCollections', { listCollections: 1, filter: { type: 'collection' } });
    for (const { name: collection, options = {} } of listed as readonly Readonly<{
      name: string;
      options?: Document;
    }>[])
      dumped.push({
        name: collection,
        options,
        indexes: await all(database, collection, { listIndexes: collection }),
        documents: await all(database, collection, { find: collection, batchSize: BATCH, readConcern }),
      });
    return dumped;
  } finally {
    await database.close();
  }
}

export async function restoreMongo({ url, name }: Place, dumped: DumpedDatabase): Promise<void> {
  const database = mongoDatabase(url, name, AS_STORED);
  try {
    await database.command({ dropDatabase: 1 });
    for (const { name: collection, options, indexes, documents } of dumped) {
      await database.command({ create: collection, ...options });
      const others = indexes.filter((index) => index.name !== '_id_');
      if (others.length > 0) await database.command({ createIndexes: collection, indexes: others });
      for (let at = 0; at < documents.length; at += BATCH)
        await database.command({ insert: collection, documents: documents.slice(at, at + BATCH) });
    }
  } finally {
    await database.close();
  }
}
