import { randomUUID } from 'node:crypto';
import type { ReadAnswer, Ref, StoredDocument } from '@strongroom/ports';
import type { Outcome } from '@strongroom/store-kit';
import { isStorable } from '@strongroom/store-kit';
import type { Connection } from './sqlite-connection.ts';
import { isInfrastructureError } from './sqlite-errors.ts';
import { gatherDocuments } from './sqlite-gather.ts';
import { COLUMNS, documentOf, sizeOfRow } from './sqlite-rows.ts';

const BY_ID = `SELECT ${COLUMNS} FROM documents AS d WHERE d.collection = ?1 AND d.id = ?2`;

const BY_UNIQUE_KEY = `SELECT ${COLUMNS} FROM unique_keys AS u
  CROSS JOIN documents AS d ON d.collection = u.collection AND d.id = u.id
  WHERE u.collection = ?1 AND u.key = ?2`;

/** The texts of a ref at the time of the call. A name with a lone surrogate matches nothing, but would be bound as another. */
export type DocumentLookup = Readonly<{ by: 'id' | 'unique key'; collection: string; name: string }> | undefined;

export const lookupOf = (ref: Ref): DocumentLookup => {
  const { collection } = ref;
  const lookup: DocumentLookup =
    'id' in ref ? { by: 'id', collection, name: ref.id } : { by: 'unique key', collection, name: ref.uniqueKey };
  return isStorable(lookup.name) && isStorable(collection) ? lookup : undefined;
};

type Answer = ReadAnswer;

/** How a document was found, or not. `recalled`: in memory, also that there is none. */
type How = 'recalled' | 'found' | 'missed';

/** The lookups of answers, and how each was served, for as long as a caller has the answer. */
const servedBy = new WeakMap<
  ReadAnswer,
  Readonly<{ lookups: readonly DocumentLookup[]; how: readonly How[] | 'recalled' }>
>();

/** The answer from memory, if every lookup is known. Call it after `refresh`. */
export const recallDocuments = ({ cache }: Connection, lookups: readonly DocumentLookup[]): Answer | undefined => {
  const found: (StoredDocument | undefined)[] = [];
  for (const lookup of lookups) {
    const known = lookup === undefined ? null : recalled(cache, lookup);
    if (known === undefined) return undefined;
    found.push(known ?? undefined);
  }
  servedBy.set(found, { lookups, how: 'recalled' });
  return found;
};

const recalled = (cache: Connection['cache'], { by, collection, name }: NonNullable<DocumentLookup>) =>
  by === 'id' ? cache.byId(collection, name) : cache.byUniqueKey(collection, name);

/** Fewer documents are read one by one. */
const MANY = 4;

/** Call it within a transaction. */
export const lookUpAll = (connection: Connection, lookups: readonly DocumentLookup[]): Answer => {
  connection.refresh();
  if (lookups.length > MANY) gatherMany(connection, lookups);
  // A document that the same read names twice, or gathered before, comes from memory here.
  const how: How[] = [];
  const found = lookups.map((lookup) => {
    const isKnown = lookup === undefined || recalled(connection.cache, lookup) !== undefined;
    const document = lookUp(connection, lookup);
    how.push(isKnown ? 'recalled' : document === undefined ? 'missed' : 'found');
    return document;
  });
  servedBy.set(found, { lookups, how });
  return found;
};

/**
 * Does the work that memory spared in an answer. Afterwards every lookup has taken two statements and one parsed document,
 * whether its document was in memory, in the database, or absent.
 */
export function evenOut(connection: Connection, answer: ReadAnswer): void {
  const served = servedBy.get(answer);
  if (served === undefined) return;
  // Answers of the database were sought in memory first, and had a transaction of their own.
  if (served.how === 'recalled') inTransaction(connection, () => lookUpAll(connection, served.lookups));
  inTransaction(connection, () => {
    for (const [index, lookup] of served.lookups.entries()) {
      if (lookup === undefined) continue;
      const how = served.how === 'recalled' ? served.how : served.how[index];
      const isFound = how === 'recalled' ? readOnce(connection, lookup) : how === 'found';
      const name = randomUUID();
      if (isFound) rowOf(connection, { ...lookup, name });
      // An absent document was remembered as such, which may cost others their place in memory.
      if (how !== 'missed') connection.cache.missing(lookup.collection, name);
    }
  });
}

function inTransaction(connection: Connection, work: () => void): void {
  connection.begin('to read');
  connection.refresh();
  work();
  connection.commit();
}

function readOnce(connection: Connection, lookup: NonNullable<DocumentLookup>): boolean {
  const row = rowOf(connection, lookup);
  if (row === undefined) readDecoy(connection, lookup.collection);
  else documentOf(row);
  return row !== undefined;
}

const rowOf = (connection: Connection, { by, collection, name }: NonNullable<DocumentLookup>) =>
  connection.sql(by === 'id' ? BY_ID : BY_UNIQUE_KEY).row(collection, name);

/** Remembers many documents of one collection by one statement. The rest is looked up as usual. */
function gatherMany(connection: Connection, lookups: readonly DocumentLookup[]): void {
  const idsOf = new Map<string, string[]>();
  for (const lookup of lookups) {
    if (lookup?.by !== 'id' || recalled(connection.cache, lookup) !== undefined) continue;
    const ids = idsOf.get(lookup.collection) ?? [];
    idsOf.set(lookup.collection, ids);
    ids.push(lookup.name);
  }
  for (const [collection, ids] of idsOf) if (ids.length > MANY) gatherDocuments(connection, collection, ids);
}

const lookUp = (connection: Connection, lookup: DocumentLookup): StoredDocument | undefined => {
  if (lookup === undefined) return undefined;
  connection.refresh();
  const known = recalled(connection.cache, lookup);
  if (known !== undefined) return known ?? undefined;
  const { by, collection, name } = lookup;
  const row = rowOf(connection, lookup);
  if (row === undefined) {
    if (by === 'id') connection.cache.missing(collection, name);
    else connection.cache.foundBy(collection, name, null);
    return readDecoy(connection, collection);
  }
  const found = documentOf(row);
  connection.cache.found(collection, found, sizeOfRow(row));
  if (by === 'unique key') connection.cache.foundBy(collection, name, found.id);
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

/** A read that waits to be served. `recall` answers it from memory, if it can. */
export type WaitingRead = Readonly<{
  /** Whether `recall` may succeed. */
  isRecallable: boolean;
  recall: (connection: Connection) => boolean;
  run: (connection: Connection) => void;
  /** Once it is recalled or run. */
  answer: unknown;
}>;

/**
 * Answers the reads of one turn, first those that memory answers, then the others from one snapshot. Both contain every
 * commit that had resolved when the reads were called, and no commit of another process falls into one of them. Throws the
 * busy error, with none answered.
 */
export const readTogether = (connection: Connection, reads: readonly WaitingRead[]): readonly Outcome<unknown>[] => {
  try {
    // After one comparison of versions, so all recalled documents belong to one point in time.
    if (reads.some(({ isRecallable }) => isRecallable)) connection.refresh();
    const isAnswered = reads.map((read) => read.isRecallable && read.recall(connection));
    if (isAnswered.every(Boolean)) return reads.map(({ answer }) => ({ answer }));
    connection.begin('to read');
    const outcomes = reads.map((read, index) =>
      isAnswered[index] ? { answer: read.answer } : attempt(connection, read),
    );
    connection.commit();
    return outcomes;
  } catch (error) {
    connection.rollback();
    throw error;
  }
};

const attempt = (connection: Connection, read: WaitingRead): Outcome<unknown> => {
  try {
    read.run(connection);
    return { answer: read.answer };
  } catch (error) {
    if (isInfrastructureError(error)) throw error;
    return { error };
  }
};
