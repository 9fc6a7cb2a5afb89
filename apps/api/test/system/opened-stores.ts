import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import { openMongoDocuments } from '@strongroom/adapter-mongodb';
import { openPostgresqlDocuments } from '@strongroom/adapter-postgresql';
import type { DocumentStore } from '@strongroom/ports';
import { mongoAdmin } from '@strongroom/test-servers/mongo-client';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';

type Opened = Readonly<{ documents: DocumentStore; stop: () => Promise<unknown> }>;

const OPENED = {
  SQLite: async (): Promise<Opened> => {
    const folder = await mkdtemp(join(tmpdir(), 'strongroom-store-'));
    const documents = await openSqliteDocuments({ path: join(folder, 'documents.db') });
    return { documents, stop: () => rm(folder, { recursive: true, force: true }) };
  },
  MongoDB: async (): Promise<Opened> => {
    const servers = await MongoServers.start();
    // A large commit has to fit into a tenth of the cache.
    const admin = mongoAdmin(servers.url);
    await admin.command({ setParameter: 1, wiredTigerEngineRuntimeConfig: 'cache_size=1G' });
    await admin.close();
    const documents = await openMongoDocuments({ url: servers.url, database: `store_${process.pid}` });
    return { documents, stop: () => servers.stop() };
  },
  PostgreSQL: async (): Promise<Opened> => {
    const servers = await PostgresqlServers.start();
    const documents = await openPostgresqlDocuments({ url: await servers.aDatabase() });
    return { documents, stop: () => servers.stop() };
  },
};

type Store = keyof typeof OPENED;

export const STORES: readonly Store[] = ['SQLite', 'MongoDB', 'PostgreSQL'];

/** Documents in a database of its own, with servers of its own. */
export const openStore = (store: Store): Promise<Opened> => OPENED[store]();
