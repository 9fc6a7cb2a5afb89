import { instant } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import { deepFreeze, storedJson } from '@strongroom/store-kit';
import { AUDIT_COLLECTION } from '../audit/layout.ts';
import type { MongoIndex } from '../connection/indexes.ts';

/** One collection of the database holds everything a request reads, so that it needs one round trip. */
export const DOCUMENTS_COLLECTION = 'documents';

export type MongoCollection = typeof DOCUMENTS_COLLECTION | typeof AUDIT_COLLECTION;

/** A commit may write each of them, in this order. */
export const MONGO_COLLECTIONS: readonly MongoCollection[] = [DOCUMENTS_COLLECTION, AUDIT_COLLECTION];

export const INDEXES: readonly MongoIndex[] = [
  // In the order of lists, so that a page of up to 200 keys is a merge of index ranges without a sort.
  { name: 'by_key', key: { keys: 1, position: -1, _id: -1 } },
  { name: 'by_unique_key', key: { uniqueKeys: 1 }, only: { uniqueKeys: { $exists: true } }, unique: true },
];

/** The stored form of an id or key, prefixed by its collection. Throws TypeError. */
export function prefixedName(collection: string, name: string): string {
  if (collection.includes('/')) throw new TypeError('a collection name contains a slash');
  return `${collection}/${name}`;
}

/** The id or key without its collection. */
export const nameIn = (stored: string): string => stored.slice(stored.indexOf('/') + 1);

const collectionIn = (stored: string): string => stored.slice(0, stored.indexOf('/'));

/** All stored ids of a collection are between these two in byte order. */
export const boundsOf = (collection: string): Readonly<{ from: string; until: string }> => ({
  from: prefixedName(collection, ''),
  until: `${collection}0`, // '0' follows '/' in ASCII
});

/**
 * A document as it is stored. The body is JSON text: BSON would change names that contain NUL, begin with `$` or equal
 * `_bsontype`, and refuses deep nesting.
 */
export type DocumentRow = Readonly<{
  _id: string;
  version: number;
  schema: number;
  position: number;
  keys: readonly string[];
  /** Absent when empty: an empty array has an index entry, with which every other empty array would collide. */
  uniqueKeys?: readonly string[];
  body: string;
}>;

export const rowOf = (collection: string, document: StoredDocument): DocumentRow => ({
  _id: prefixedName(collection, document.id),
  version: document.version,
  schema: document.schema,
  position: document.position,
  keys: document.keys.map((key) => prefixedName(collection, key)),
  ...(document.uniqueKeys.length > 0 && {
    uniqueKeys: document.uniqueKeys.map((key) => prefixedName(collection, key)),
  }),
  body: JSON.stringify(document.body),
});

/** The document of a row, frozen: it is given to many callers [DS-22]. */
export const documentOf = (row: DocumentRow): StoredDocument =>
  Object.freeze({
    id: nameIn(row._id),
    version: row.version,
    schema: row.schema,
    position: instant(row.position),
    keys: Object.freeze(row.keys.map(nameIn)),
    uniqueKeys: Object.freeze(row.uniqueKeys?.map(nameIn) ?? []),
    body: deepFreeze(storedJson(row.body)),
  });

/** Splits a stored id or key. */
export const partsOf = (stored: string): Readonly<{ collection: string; name: string }> => ({
  collection: collectionIn(stored),
  name: nameIn(stored),
});
