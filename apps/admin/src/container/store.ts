import { basename, dirname } from 'node:path';
import { createSecrets, openSqliteDocuments, systemClock } from '@strongroom/adapter-local';
import { Problem } from '@strongroom/command-line';
import { type DocumentStore, SIGNING_PURPOSES } from '@strongroom/ports';
import type { DocumentPlace, OutsideStore, PostgresqlSettings } from '../service/stores.ts';
import { QUIET_LOG } from './quiet-log.ts';
import { refuseUnusable } from './refused-by-system.ts';

/** The documents of a service: a file of its data folder, a database of MongoDB or PostgreSQL, or those of a package. */
export async function openStore(store: DocumentPlace): Promise<DocumentStore> {
  if (typeof store === 'string') return openInFolder(store);
  if ('module' in store) return openFromOutside(store);
  if ('postgresqlUrl' in store) return openInPostgresql(store);
  const { MongoUnusable, openMongoDocuments } = await import('@strongroom/adapter-mongodb');
  try {
    return await openMongoDocuments(store);
  } catch (error) {
    throw error instanceof MongoUnusable ? new Problem(`STRONGROOM_MONGODB_URL: ${error.message}.`) : error;
  }
}

async function openInFolder(path: string): Promise<DocumentStore> {
  await refuseUnusable(dirname(path), { [basename(path)]: 'write', 'strongroom.id': 'read' });
  return openSqliteDocuments({ path });
}

async function openInPostgresql({ postgresqlUrl }: PostgresqlSettings): Promise<DocumentStore> {
  const { openPostgresqlDocuments, PostgresqlUnusable } = await import('@strongroom/adapter-postgresql');
  try {
    return await openPostgresqlDocuments({ url: postgresqlUrl });
  } catch (error) {
    throw error instanceof PostgresqlUnusable ? new Problem(`STRONGROOM_POSTGRESQL_URL: ${error.message}.`) : error;
  }
}

/** The package is found from the current folder, in which the service starts too. */
async function openFromOutside({ module, secret, publicUrl }: OutsideStore): Promise<DocumentStore> {
  const { ModuleUnfit, openModule } = await import('@strongroom/adapter-module');
  try {
    return await openModule(
      'documents',
      { name: module.name, folder: process.cwd() },
      {
        settings: module.settings,
        clock: systemClock,
        log: QUIET_LOG,
        baseUrl: () => publicUrl,
        signingKey: createSecrets(secret).derive(SIGNING_PURPOSES.documents, 'signing-key'),
      },
    );
  } catch (error) {
    throw error instanceof ModuleUnfit
      ? new Problem(`STRONGROOM_DOCUMENTS: module:${module.name} ${error.message}.`, { cause: error })
      : error;
  }
}
