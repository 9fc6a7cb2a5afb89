import { openSqliteDocuments } from '@strongroom/adapter-local';
import type { DocumentStore } from '@strongroom/ports';
import type { Store } from '../command/embedded.ts';
import { Problem } from '../errors/problem.ts';

/** The documents of a service: a file of its data folder, or a database of MongoDB. */
export async function openStore(store: Store): Promise<DocumentStore> {
  if (typeof store === 'string') return openSqliteDocuments({ path: store });
  const { MongoUnusable, openMongoDocuments } = await import('@strongroom/adapter-mongodb');
  try {
    return await openMongoDocuments(store);
  } catch (error) {
    throw error instanceof MongoUnusable ? new Problem(`STRONGROOM_MONGODB_URL: ${error.message}.`) : error;
  }
}
