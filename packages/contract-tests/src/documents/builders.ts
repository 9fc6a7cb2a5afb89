import type { Instant } from '@strongroom/domain';
import type { Change, DocumentStore, StoredDocument, Versioned } from '@strongroom/ports';

/** `reopen` closes the store and opens its data again; a store that lives in memory returns itself. */
export type DocumentStoreHarness = {
  store: DocumentStore;
  reopen: () => Promise<DocumentStore>;
  /** Statements that the store has run; required of a store with `evenOut`. */
  statements?: () => number;
  end: () => Promise<void>;
};

export const COLLECTION = 'things';
export const OTHER_COLLECTION = 'others';

export const instantAt = (milliseconds: number): Instant => milliseconds as Instant;

/** A document with defaults: version 1, position 1000, no keys. */
export const aDocument = (id: string, differences: Partial<StoredDocument> = {}): StoredDocument => ({
  id,
  version: 1,
  schema: 1,
  position: instantAt(1000),
  keys: [],
  uniqueKeys: [],
  body: { name: id },
  ...differences,
});

/** The next version of `document`, with some differences. */
export const nextVersion = (document: StoredDocument, differences: Partial<StoredDocument> = {}): StoredDocument => ({
  ...document,
  version: document.version + 1,
  ...differences,
});

export const insert = (document: StoredDocument, collection = COLLECTION): Change => ({ collection, insert: document });
export const replace = (document: StoredDocument, collection = COLLECTION): Change => ({
  collection,
  replace: document,
});
export const remove = ({ id, version }: Versioned, collection = COLLECTION): Change => ({
  collection,
  remove: { id, version },
});

export const expectation = ({ id, version }: Versioned, collection = COLLECTION): Change => ({
  collection,
  expect: { id, version },
});

/** Inserts documents and returns them. */
export const insertAll = async <D extends readonly StoredDocument[]>(
  store: DocumentStore,
  ...documents: D
): Promise<D> => {
  await store.commit(documents.map((document) => insert(document)));
  return documents;
};

export const readById = async (
  store: DocumentStore,
  id: string,
  collection = COLLECTION,
): Promise<StoredDocument | undefined> => (await store.read([{ collection, id }]))[0];

export const readByUniqueKey = async (
  store: DocumentStore,
  uniqueKey: string,
  collection = COLLECTION,
): Promise<StoredDocument | undefined> => (await store.read([{ collection, uniqueKey }]))[0];

/** Ids of all documents with one of the keys, oldest first. */
export const idsWithKeys = async (store: DocumentStore, ...anyOf: readonly string[]): Promise<readonly string[]> =>
  idsOf(await store.list(COLLECTION, { anyOf }, { limit: 1000, order: 'oldest' }));

export const idsOf = (documents: readonly StoredDocument[]): readonly string[] => documents.map(({ id }) => id);

/** Throws if the value is absent. */
export const definedValue = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the test expected a value here');
  return value;
};

/** 0 … n − 1. */
export const numbersBelow = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);
