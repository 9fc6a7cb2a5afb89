import type { Outcome, Ref, StoredDocument } from '@strongroom/ports';
import { isStorable } from '@strongroom/ports';
import type { Connection } from './sqlite-connection.ts';
import { isInfrastructureError } from './sqlite-errors.ts';
import { COLUMNS, documentOf } from './sqlite-rows.ts';

const BY_ID = `SELECT ${COLUMNS} FROM documents AS d WHERE d.collection = ?1 AND d.id = ?2`;

const BY_UNIQUE_KEY = `SELECT ${COLUMNS} FROM unique_keys AS u
  CROSS JOIN documents AS d ON d.collection = u.collection AND d.id = u.id
  WHERE u.collection = ?1 AND u.key = ?2`;

/** The texts of a ref at the time of the call. A name with a lone surrogate matches nothing, but would be bound as another. */
export type Lookup = Readonly<{ sql: string; collection: string; name: string }> | undefined;

export const lookupOf = (ref: Ref): Lookup => {
  const [sql, name] = 'id' in ref ? [BY_ID, ref.id] : [BY_UNIQUE_KEY, ref.uniqueKey];
  return isStorable(name) && isStorable(ref.collection) ? { sql, collection: ref.collection, name } : undefined;
};

export const lookUp = (connection: Connection, lookup: Lookup): StoredDocument | undefined => {
  if (lookup === undefined) return undefined;
  const { sql, collection, name } = lookup;
  const row = connection.sql(sql).row(collection, name);
  if (row === undefined) return readDecoy(connection, collection);
  const found = documentOf(row);
  connection.lastFound.set(collection, found.id);
  return found;
};

/**
 * Fetches, parses and drops another document of the collection, so that a lookup that finds nothing takes as long as one
 * that finds something. Otherwise response times would reveal hidden documents.
 */
const readDecoy = (connection: Connection, collection: string): undefined => {
  const id = connection.lastFound.get(collection);
  const row = id === undefined ? undefined : connection.sql(BY_ID).row(collection, id);
  if (row !== undefined) documentOf(row);
  return undefined;
};

/**
 * Answers the reads of one turn from one snapshot. It contains every commit that had resolved when they were called, and
 * no commit of another process falls between two of their statements. Throws the busy error, with none answered.
 */
export const readTogether = (connection: Connection, reads: readonly (() => void)[]): readonly Outcome<void>[] => {
  try {
    connection.begin('to read');
    const outcomes = reads.map(attempt);
    connection.commit();
    return outcomes;
  } catch (error) {
    connection.rollback();
    throw error;
  }
};

const attempt = (read: () => void): Outcome<void> => {
  try {
    return { answer: read() };
  } catch (error) {
    if (isInfrastructureError(error)) throw error;
    return { error };
  }
};
