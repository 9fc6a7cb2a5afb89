import type { Ref, StoredDocument } from '@strongroom/ports';
import { isStorable } from './changes.ts';
import type { Connection } from './sqlite-connection.ts';
import { asUnavailable, isBusy, isWorldly } from './sqlite-errors.ts';
import { COLUMNS, documentOf } from './sqlite-rows.ts';
import type { Waiting } from './turns.ts';

const BY_ID = `SELECT ${COLUMNS} FROM documents AS d WHERE d.collection = ?1 AND d.id = ?2`;

const BY_UNIQUE_KEY = `SELECT ${COLUMNS} FROM unique_keys AS u
  CROSS JOIN documents AS d ON d.collection = u.collection AND d.id = u.id
  WHERE u.collection = ?1 AND u.key = ?2`;

/** A look at the database that was called and waits. `answer` keeps what it found; `resolve` hands it over. */
export type PendingRead = Waiting & { readonly answer: () => void; readonly resolve: () => void };

/** The text of a ref when it was called. One without a UTF-8 form names nothing, but would be bound as another. */
export type Lookup = Readonly<{ sql: string; collection: string; name: string }> | undefined;

export const lookupOf = (ref: Ref): Lookup => {
  const [sql, name] = 'id' in ref ? [BY_ID, ref.id] : [BY_UNIQUE_KEY, ref.uniqueKey];
  return isStorable(name) && isStorable(ref.collection) ? { sql, collection: ref.collection, name } : undefined;
};

export const lookUp = (connection: Connection, lookup: Lookup): StoredDocument | undefined => {
  if (lookup === undefined) return undefined;
  const { sql, collection, name } = lookup;
  const row = connection.sql(sql).row(collection, name);
  if (row === undefined) return insteadOf(connection, collection);
  const found = documentOf(row);
  connection.lastFound.set(collection, found.id);
  return found;
};

/**
 * What is not there costs as much as what is: another document of its kind is fetched and parsed for it, and dropped. Who
 * may not see something could tell otherwise by time that there is something.
 */
const insteadOf = (connection: Connection, collection: string): undefined => {
  const id = connection.lastFound.get(collection);
  const row = id === undefined ? undefined : connection.sql(BY_ID).row(collection, id);
  if (row !== undefined) documentOf(row);
  return undefined;
};

/**
 * Answers all reads that were called in one turn at one point in time, which they share: it lies behind every commit
 * that had resolved when they were called, and no commit of another process falls between two of their statements.
 */
export const readTogether = (connection: Connection, pending: readonly PendingRead[]): void => {
  const refusals: unknown[] = [];
  try {
    connection.begin('to read');
    for (const { answer } of pending) refusals.push(attempt(answer));
    connection.commit();
  } catch (error) {
    connection.rollback();
    if (isBusy(error)) throw error;
    const refusal = asUnavailable(error);
    for (const { refuse } of pending) refuse(refusal);
    return;
  }
  for (const [at, { resolve, refuse }] of pending.entries()) {
    if (refusals[at] === undefined) resolve();
    else refuse(refusals[at]);
  }
};

const attempt = (answer: () => void): unknown => {
  try {
    answer();
    return undefined;
  } catch (error) {
    if (isWorldly(error)) throw error;
    return error;
  }
};
