import { type Dependency, Unavailable } from '@strongroom/ports';
import { CallGuard } from './call-guard.ts';
import {
  examineDeployment,
  isUnauthorized,
  missingPrivilegeError,
  noWritesError,
  unreachableError,
} from './deployment.ts';
import { type MongoIndex, makeIndexes } from './indexes.ts';
import { type MongoAddress, MongoConnection } from './mongo-connection.ts';
import { isWriteRefusal } from './mongo-errors.ts';
import type { MongoUnusable } from './mongo-unusable.ts';

/** Connects, examines the database and creates missing indexes. Throws MongoUnusable, with nothing left open. */
export async function openDatabase(
  address: MongoAddress,
  dependency: Dependency,
  indexes: readonly (readonly [collection: string, wanted: readonly MongoIndex[]])[],
): Promise<MongoConnection> {
  const connection = MongoConnection.to(address);
  const guard = new CallGuard(
    dependency,
    connection.outage(() => connection.admin({ ping: 1 })),
  );
  try {
    await guard.run((attempt) => examineDeployment(connection, attempt));
    for (const [collection, wanted] of indexes) await guard.run(() => makeIndexes(connection, collection, wanted));
    return connection;
  } catch (error) {
    await connection.close();
    throw error instanceof Unavailable ? unusableReason(error) : error;
  } finally {
    guard.close();
  }
}

/** An authenticated user who is refused lacks a privilege; every other failure is a connection or server error. */
export const unusableReason = ({ cause }: Unavailable): MongoUnusable =>
  isUnauthorized(cause) ? missingPrivilegeError() : isWriteRefusal(cause) ? noWritesError() : unreachableError();
