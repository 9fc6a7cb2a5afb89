import { isThere, type RoomId } from '@strongroom/domain';
import type { BlobKey, BlobStore, DocumentStore, StoredDocument } from '@strongroom/ports';
import { stateOf } from '../store/collection.ts';
import { rooms } from '../store/rooms.ts';
import { OBJECT_HOLDERS } from './inventory.ts';
import { refuseUnreadableStore } from './upgrade/store-schemas.ts';

type Documents = Pick<DocumentStore, 'outdated'>;

/** Objects that a file or a waiting item needs and the store lacks, and objects that none needs; in byte order. */
export type ComparedObjects = Readonly<{
  needed: number;
  missing: readonly BlobKey[];
  unneeded: readonly BlobKey[];
}>;

const AT_ONCE = 500;
/** Every document has a lower schema. */
const ABOVE_ALL = 2 ** 31 - 1;
/** Prefix of confirmed objects. Below `up/` are uploads, which come and go. */
const CONFIRMED = 'at/';

/**
 * Compares what documents need with what the object store has. Changes nothing; the service may be running: documents are
 * read before and after the objects, and what changed meanwhile counts for neither side. Throws SettingsUnfit and Unavailable.
 */
export async function compareObjects({
  documents,
  blobs,
}: Readonly<{ documents: DocumentStore; blobs: Pick<BlobStore, 'list'> }>): Promise<ComparedObjects> {
  await refuseUnreadableStore(documents);
  const before = await neededObjects(documents);
  const there = await confirmedObjects(blobs);
  const after = await neededObjects(documents);
  return {
    needed: after.size,
    missing: [...after].filter((key) => before.has(key) && !there.has(key)).toSorted(),
    unneeded: [...there].filter((key) => !before.has(key) && !after.has(key)).toSorted(),
  };
}

async function neededObjects(documents: Documents): Promise<ReadonlySet<BlobKey>> {
  const roomsThere = new Set<RoomId>();
  for await (const slice of everyDocument(documents, rooms.name))
    for (const room of slice.map((document) => stateOf(rooms, document))) if (isThere(room)) roomsThere.add(room.id);
  const needed = new Set<BlobKey>();
  for (const { name, objects } of OBJECT_HOLDERS)
    for await (const slice of everyDocument(documents, name))
      for (const { key, required } of objects(roomsThere, slice)) if (required) needed.add(key);
  return needed;
}

async function* everyDocument(documents: Documents, collection: string): AsyncGenerator<readonly StoredDocument[]> {
  let after: string | undefined;
  for (;;) {
    const stretch = { below: ABOVE_ALL, limit: AT_ONCE, ...(after === undefined ? {} : { after }) };
    const found = await documents.outdated(collection, stretch);
    after = found.at(-1)?.id;
    if (after === undefined) return;
    yield found;
  }
}

async function confirmedObjects(blobs: Pick<BlobStore, 'list'>): Promise<ReadonlySet<BlobKey>> {
  const found = new Set<BlobKey>();
  let after: BlobKey | undefined;
  for (;;) {
    const { keys, next } = await blobs.list(CONFIRMED, after);
    for (const key of keys) found.add(key);
    if (next === undefined) return found;
    after = next;
  }
}
