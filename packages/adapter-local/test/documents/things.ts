import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instant, Json } from '@strongroom/domain';
import type { Change, DocumentStore, StoredDocument } from '@strongroom/ports';

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

/** Replaces what is there by its next version with another body. */
export const replace = (document: StoredDocument, body: Json): Change => ({
  collection: THINGS,
  replace: { ...document, version: document.version + 1, body },
});

export const read = async (store: DocumentStore, id: string): Promise<StoredDocument | undefined> =>
  (await store.read([{ collection: THINGS, id }]))[0];

/** A folder of its own for a database, and its removal. */
export const workplace = async (): Promise<{ folder: string; path: string; clear: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  return { folder, path: join(folder, 'documents.db'), clear: () => rm(folder, { recursive: true, force: true }) };
};

export const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);
