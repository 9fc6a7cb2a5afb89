import { openSqliteDocuments } from '@strongroom/adapter-local';
import type { DocumentStore } from '@strongroom/ports';
import type { PostgresqlSettings, Store } from '../command/embedded.ts';
import { Problem } from '../errors/problem.ts';

/** The documents of a service: a file of its data folder, or a database of MongoDB or PostgreSQL. */
export async function openStore(store: Store): Promise<DocumentStore> {
  if (typeof store === 'string') return openSqliteDocuments({ path: store });
  if ('postgresqlUrl' in store) return openInPostgresql(store);
  const { MongoUnusable, openMongoDocuments } = await import('@strongroom/adapter-mongodb');
  try {
    return await openMongoDocuments(store);
  } catch (error) {
    throw error instanceof MongoUnusable ? new Problem(`STRONGROOM_MONGODB_URL: ${error.message}.`) : error;
  }
}

async function openInPostgresql({ postgresqlUrl }: PostgresqlSettings): Promise<DocumentStore> {
  const { openPostgresqlDocuments, PostgresqlUnusable } = await import('@strongroom/adapter-postgresql');
  try {
    return await openPostgresqlDocuments({ url: postgresqlUrl });
  } catch (error) {
    throw error instanceof PostgresqlUnusable ? new Problem(`STRONGROOM_POSTGRESQL_URL: ${error.message}.`) : error;
  }
}
