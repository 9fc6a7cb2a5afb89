import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Instant, Json } from '@strongroom/domain';
import type { Change, DocumentStore, StoredDocument } from '@strongroom/ports';
import { openSqliteDocuments } from '../../src/index.ts';

export const THINGS = 'things';

export const thing = (id: string, body: Json = null, keys: readonly string[] = []): StoredDocument => ({
  id,
  version: 1,
  schema: 1,
  position: 1000 as Instant,
  keys,
  uniqueKeys: [],
  body,
});

export const insert = (document: StoredDocument): Change => ({ collection: THINGS, insert: document });

/** Replaces a document by its next version with another body. */
export const replace = (document: StoredDocument, body: Json): Change => ({
  collection: THINGS,
  replace: { ...document, version: document.version + 1, body },
});

export const read = async (store: DocumentStore, id: string): Promise<StoredDocument | undefined> =>
  (await store.read([{ collection: THINGS, id }]))[0];

/** A temporary folder for a database, and its removal. */
export const workplace = async (): Promise<{ folder: string; path: string; clear: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  return { folder, path: join(folder, 'documents.db'), clear: () => rm(folder, { recursive: true, force: true }) };
};

export const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);

/** Makes a store of 300 documents, enough for pages of each kind, and closes it. */
export const fill = async (path: string): Promise<void> => {
  const store = await openSqliteDocuments({ path });
  await store.commit(upTo(300).map((n) => insert(thing(`n${n}`, 'x'.repeat(300), ['k']))));
  await store.close();
};

/** Changes a closed store in a way that no store would. */
export const alter = (path: string, sql: string): void => {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
};
