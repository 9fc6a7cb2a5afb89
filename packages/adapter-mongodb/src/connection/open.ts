import { type Dependency, Unavailable } from '@strongroom/ports';
import { type Index, makeIndexes } from '../documents/indexes.ts';
import { examineDeployment, isUnauthorized, unreachable, withoutRights } from './deployment.ts';
import { type MongoAddress, MongoConnection } from './mongo-connection.ts';
import type { MongoUnusable } from './mongo-unusable.ts';
import { Serving } from './serving.ts';

/**
 * Leads to a database that was examined and has its indexes. Throws MongoUnusable when it cannot serve; then nothing is
 * left open.
 */
export async function openDatabase(
  address: MongoAddress,
  dependency: Dependency,
  indexes: readonly (readonly [collection: string, wanted: readonly Index[]])[],
): Promise<MongoConnection> {
  const connection = MongoConnection.to(address);
  const serving = new Serving(
    dependency,
    connection.outage(() => connection.admin({ ping: 1 })),
  );
  try {
    await serving.within((attempt) => examineDeployment(connection, attempt));
    for (const [collection, wanted] of indexes) await serving.within(() => makeIndexes(connection, collection, wanted));
    return connection;
  } catch (error) {
    await connection.close();
    throw error instanceof Unavailable ? reasonOf(error) : error;
  } finally {
    serving.close();
  }
}

/** Who was let in and may not do something lacks a right; anything else is the way, or the server. */
export const reasonOf = ({ cause }: Unavailable): MongoUnusable =>
  isUnauthorized(cause) ? withoutRights() : unreachable();
