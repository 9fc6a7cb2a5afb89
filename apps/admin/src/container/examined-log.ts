import { openSqliteToRead, StoreUnusable, systemClock } from '@strongroom/adapter-local';
import { type ExaminedLog, examineLog } from '@strongroom/application';
import { Problem } from '@strongroom/command-line';
import { type DocumentStore, Unavailable } from '@strongroom/ports';
import type { AuditKeyFiles, CheckpointKeepers, LogSeen, StoreToRead } from '../service/stores.ts';
import { openAuditKeys, openKeepers } from './audit-keys.ts';
import { damagedIndexOf } from './damaged-index.ts';

/** Examines the audit log of a store that may be in use, without changing anything. */
export const inspectLog: (
  store: StoreToRead,
  keys: AuditKeyFiles,
  asked: Readonly<{ keepers: CheckpointKeepers; isWhole: boolean }>,
) => Promise<LogSeen> = async (store, keys, { keepers, isWhole }) => {
  try {
    const documents = await openToRead(store);
    try {
      const found = await examineLog(
        { documents, auditKeys: await openAuditKeys(keys), clock: systemClock, keepers: await openKeepers(keepers) },
        { isWhole },
      );
      return found === undefined ? { state: 'none' } : seen(found, typeof store === 'string' || !keys.isMade);
    } finally {
      await documents.close();
    }
  } catch (error) {
    if (error instanceof StoreUnusable || error instanceof Unavailable || error instanceof Problem)
      return { state: 'unreadable', reason: error.message.replace(/\.$/u, '') };
    throw error;
  }
};

/** The time of the server of a store, in milliseconds; undefined without a server. */
export const timeOfStore: (store: StoreToRead) => Promise<number | undefined> = async (store) => {
  const documents = await openToRead(store);
  try {
    return await documents.now?.();
  } finally {
    await documents.close();
  }
};

/** The databases were examined before. */
export async function openToRead(store: StoreToRead): Promise<DocumentStore> {
  if (typeof store === 'string') return openSqliteToRead({ path: store });
  if ('postgresqlUrl' in store) {
    const { openPostgresqlToRead, PostgresqlUnusable } = await import('@strongroom/adapter-postgresql');
    return openPostgresqlToRead({ url: store.postgresqlUrl }).catch((error: unknown) => {
      throw error instanceof PostgresqlUnusable ? new Problem(error.message) : error;
    });
  }
  const { MongoUnusable, openMongoToRead } = await import('@strongroom/adapter-mongodb');
  return openMongoToRead(store).catch((error: unknown) => {
    throw error instanceof MongoUnusable ? new Problem(error.message) : error;
  });
}

const seen = ({ keyFault, fault, index, ...rest }: ExaminedLog, isKeyNamed: boolean): LogSeen => ({
  state: 'seen',
  isKeyNamed,
  ...rest,
  keyFault: keyFault?.message,
  fault: fault && { code: fault.code, reason: fault.message },
  index: { ...index, faults: index.faults.map(damagedIndexOf) },
});
