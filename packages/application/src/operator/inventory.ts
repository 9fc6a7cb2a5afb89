import { hasKey, isThere, type KmsKeyId, objectsOf, type RoomId } from '@strongroom/domain';
import { type BlobKey, blobKey, type StoredDocument } from '@strongroom/ports';
import { uploadKey } from '../steps/uploads/blob-keys.ts';
import { stateOf } from '../store/collection.ts';
import { COLLECTIONS } from '../store/collections.ts';
import { files } from '../store/files.ts';
import { rooms } from '../store/rooms.ts';
import { schemas } from '../store/schemas.ts';
import { inboxItems } from '../store/upload-requests.ts';
import { refuseUnreadable } from './upgrade/store-schemas.ts';

/** `size` is undefined, and `required` false, for an upload that is not confirmed. */
type NeededObject = Readonly<{ key: BlobKey; size: number | undefined; required: boolean }>;
type RoomKey = Readonly<{ roomId: RoomId; kmsKeyId: KmsKeyId }>;

/**
 * Lists the sealed objects and room keys that the documents of a store need. A room that is being destroyed needs none.
 * `documents` returns every document of a collection. Throws SettingsUnfit for documents of a newer version, and of one before 0.2.0.
 */
export function inventoryOf(
  documents: (collection: string) => Iterable<StoredDocument>,
): Readonly<{ objects: Iterable<NeededObject>; roomKeys: readonly RoomKey[] }> {
  for (const document of documents(schemas.name)) refuseUnreadable(stateOf(schemas, document), COLLECTIONS);
  const roomKeys: RoomKey[] = [];
  for (const document of documents(rooms.name)) {
    const room = stateOf(rooms, document);
    if (isThere(room)) roomKeys.push({ roomId: room.id, kmsKeyId: room.kmsKeyId });
  }
  const there = new Set(roomKeys.map(({ roomId }) => roomId));
  return { roomKeys, objects: allObjects(there, documents) };
}

function* allObjects(
  there: ReadonlySet<RoomId>,
  documents: (collection: string) => Iterable<StoredDocument>,
): Generator<NeededObject> {
  for (const { name, objects } of OBJECT_HOLDERS) yield* objects(there, documents(name));
}

type Holder = Readonly<{
  name: string;
  objects: (there: ReadonlySet<RoomId>, documents: Iterable<StoredDocument>) => Iterable<NeededObject>;
}>;

/** Collections whose documents name objects. */
export const OBJECT_HOLDERS: readonly Holder[] = [
  { name: files.name, objects: ofFiles },
  { name: inboxItems.name, objects: ofInbox },
];

function* ofFiles(there: ReadonlySet<RoomId>, documents: Iterable<StoredDocument>): Generator<NeededObject> {
  for (const document of documents) {
    const file = stateOf(files, document);
    if (!hasKey(file) || !there.has(file.roomId)) continue;
    if (file.status === 'available' || file.status === 'binned')
      for (const { sealed, size } of objectsOf(file)) yield { key: blobKey(sealed), size, required: true };
    else yield { key: uploadKey(file.roomId, file.id), size: undefined, required: false };
  }
}

function* ofInbox(there: ReadonlySet<RoomId>, documents: Iterable<StoredDocument>): Generator<NeededObject> {
  for (const document of documents) {
    const item = stateOf(inboxItems, document);
    if (item.status === 'waiting' && there.has(item.roomId))
      yield { key: blobKey(item.sealed), size: item.size, required: true };
  }
}
