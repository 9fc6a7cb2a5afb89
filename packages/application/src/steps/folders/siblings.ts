import {
  type Folder,
  type FolderId,
  type FolderPath,
  folderMarksIn,
  MAX_ORDERED,
  parentPath,
  positionsOf,
  type Reach,
  type RoomId,
  reachIn,
  TOP_FOLDER,
} from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import type { AtLiveRoom } from '../../kernel/views.ts';
import { stateOf } from '../../store/collection.ts';
import { folders, foldersDirectlyIn } from '../../store/folders.ts';
import { listedFrom } from '../../store/listed-from.ts';
import { labelsOfStore } from '../../store/organisation.ts';

type Documents = Pick<Deps, 'documents'>;

/** The folders directly in one that the caller sees; undefined where they are too many to be ordered. */
export async function siblingsIn(
  { documents }: Documents,
  at: AtLiveRoom,
  parent: FolderPath,
): Promise<readonly StoredDocument[] | undefined> {
  const anyOf = folderMarksIn(reachIn(at)).map((mark) => foldersDirectlyIn(at.room.id, mark, parent));
  const found = await documents.list(folders.name, { anyOf }, { limit: MAX_ORDERED + 1, order: 'oldest' });
  if (found.length > MAX_ORDERED) return undefined;
  // A store that is not upgraded yet lists all folders of the room.
  return found.filter((document) => parentPath(stateOf(folders, document).path) === parent);
}

/** All folders directly in one, also those that the caller does not see. */
export async function everySiblingIn(
  { documents }: Documents,
  roomId: RoomId,
  parent: FolderPath,
): Promise<readonly StoredDocument[]> {
  const reach: Reach = { labels: await labelsOfStore(documents), zones: 'all' };
  const anyOf = folderMarksIn(reach).map((mark) => foldersDirectlyIn(roomId, mark, parent));
  const found: StoredDocument[] = [];
  for await (const some of listedFrom(documents, { collection: folders.name, selection: { anyOf }, beginning: '' }))
    found.push(...some.filter((document) => parentPath(stateOf(folders, document).path) === parent));
  return found;
}

/** The positions of folders among those beside them that the caller sees; null for the top, and among too many. */
export async function positionsIn(
  deps: Documents,
  at: AtLiveRoom,
  some: readonly Folder[],
): Promise<(folder: Folder) => number | null> {
  const parents = new Set(some.filter(({ path }) => path !== TOP_FOLDER).map(({ path }) => parentPath(path)));
  const found = new Map<FolderId, number>();
  for (const parent of parents) {
    const siblings = (await siblingsIn(deps, at, parent)) ?? [];
    for (const [id, position] of positionsOf(siblings.map((document) => stateOf(folders, document))))
      found.set(id, position);
  }
  return ({ id }) => found.get(id) ?? null;
}
