import { instant, type Json } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';

/** What a request reads together lives in one collection of the database, so that reading it is one round trip. */
export const DOCUMENTS = 'documents';
/** Only added to and listed, under ten times as many keys: beside the others it would push them out of memory. */
export const EVENTS = 'events';

export type Shelf = typeof DOCUMENTS | typeof EVENTS;

export const SHELVES: readonly Shelf[] = [DOCUMENTS, EVENTS];

export const shelfOf = (collection: string): Shelf => (collection === 'events' ? EVENTS : DOCUMENTS);

/** An id or key as it is stored: those of one collection do not meet those of another. Throws TypeError. */
export function within(collection: string, name: string): string {
  if (collection.includes('/')) throw new TypeError('a name of a collection with a slash');
  return `${collection}/${name}`;
}

/** Without its collection. */
export const nameIn = (stored: string): string => stored.slice(stored.indexOf('/') + 1);

const collectionIn = (stored: string): string => stored.slice(0, stored.indexOf('/'));

/** Everything of a collection stands between these two, in the order of bytes. */
export const boundsOf = (collection: string): Readonly<{ from: string; until: string }> => ({
  from: within(collection, ''),
  until: `${collection}0`, // '0' comes right after '/'
});

/**
 * A document as it is stored. The body is its JSON: as BSON it would not come back as it was, where a name holds a NUL,
 * begins with `$` or is `_bsontype`, or where it is nested deeply.
 */
export type Row = Readonly<{
  _id: string;
  version: number;
  schema: number;
  position: number;
  keys: readonly string[];
  /** Left out when there are none: of an empty array, the index would hold an entry that all others collide with. */
  uniqueKeys?: readonly string[];
  body: string;
}>;

export const rowOf = (collection: string, document: StoredDocument): Row => ({
  _id: within(collection, document.id),
  version: document.version,
  schema: document.schema,
  position: document.position,
  keys: document.keys.map((key) => within(collection, key)),
  ...(document.uniqueKeys.length > 0 && { uniqueKeys: document.uniqueKeys.map((key) => within(collection, key)) }),
  body: JSON.stringify(document.body),
});

const parse: (text: string) => Json = JSON.parse;

/** A new copy each time: what is handed out is the caller's. */
export const documentOf = (row: Row): StoredDocument => ({
  id: nameIn(row._id),
  version: row.version,
  schema: row.schema,
  position: instant(row.position),
  keys: row.keys.map(nameIn),
  uniqueKeys: row.uniqueKeys?.map(nameIn) ?? [],
  body: parse(row.body),
});

/** The collection and the id behind a stored id, or the collection and the key behind a stored key. */
export const partsOf = (stored: string): Readonly<{ collection: string; name: string }> => ({
  collection: collectionIn(stored),
  name: nameIn(stored),
});
