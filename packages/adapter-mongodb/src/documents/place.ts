import type { StorePlace } from '@strongroom/ports';
import { MongoServerError, UUID } from 'mongodb';
import { isUnauthorized } from '../connection/deployment.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { DOCUMENTS_COLLECTION } from './layout.ts';

/** CommandNotFound, of a router of shards. */
const UNKNOWN = 59;

/**
 * The place of the documents. `mongorestore` makes the collection again, with another UUID. A copy of the files keeps it, and has
 * another replica set once it is initiated; a user without the right to read its configuration shows the collection only.
 */
export async function storePlaceOf(connection: MongoConnection): Promise<StorePlace> {
  const filter = { name: DOCUMENTS_COLLECTION };
  const { cursor } = await connection.run<Readonly<{ info?: Readonly<{ uuid?: unknown }> }>>({
    listCollections: 1,
    filter,
  });
  const uuid = cursor.firstBatch[0]?.info?.uuid;
  const collection = uuid instanceof UUID ? uuid.toHexString() : 'none';
  const replicaSet = await replicaSetOf(connection);
  return { parts: { collection, ...(replicaSet === undefined ? {} : { replicaSet }) }, isRestored: false };
}

async function replicaSetOf(connection: MongoConnection): Promise<string | undefined> {
  try {
    const { config } = await connection.admin({ replSetGetConfig: 1 });
    const settings: unknown = typeof config === 'object' && config !== null && 'settings' in config && config.settings;
    const id: unknown =
      typeof settings === 'object' && settings !== null && 'replicaSetId' in settings && settings.replicaSetId;
    return id === false ? undefined : String(id);
  } catch (error) {
    if (isUnauthorized(error) || (error instanceof MongoServerError && error.code === UNKNOWN)) return undefined;
    throw error;
  }
}
