import {
  DomainError,
  type Folder,
  inZone,
  isThere,
  restrict,
  restrictionOf,
  type ZoneId,
  zoneAt,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type FolderPlace, inFolder } from '../../kernel/in-folder.ts';
import { groupsOf } from '../../kernel/in-group.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type AccessSent, accessOf, accessSet } from '../../steps/folders/access-list.ts';
import { type FolderSeen, oneFolderSeen } from '../../steps/folders/folders-seen.ts';
import { assertKept, KEPT_REF } from '../../steps/folders/kept-folders.ts';
import { Subtree } from '../../steps/folders/subtree.ts';
import { refTo } from '../../store/collection.ts';
import { folders } from '../../store/folders.ts';
import { roomGroups } from '../../store/groups.ts';
import { rooms } from '../../store/rooms.ts';

type RestrictFolderInput = FolderPlace & Readonly<{ groups: AccessSent | null }>;

/**
 * Sets the access list of a folder, in one commit with everything below it; null lifts it. A repeated call changes nothing. Throws
 * ROOM_NOT_FOUND, FOLDER_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, GROUP_NOT_FOUND, STRUCTURE_OPEN, LIMIT_REACHED,
 * VALIDATION_ERROR, Unavailable.
 */
export const restrictFolder =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  async (ctx: SignedIn, { groups, ...place }: RestrictFolderInput): Promise<FolderSeen> => {
    const subtree = new Subtree(deps);
    const found = await inFolder(deps, ctx, place, {
      action: 'folder.access',
      refs: [KEPT_REF, refTo(roomGroups, place.roomId)],
      serializeOn: place.roomId,
      loadAllowed: (_, { folder }) => subtree.load(folder, true),
      apply: (uow, at, target) => {
        assertKept(uow);
        const list = groups && accessOf(groups, groupsOf(uow, place.roomId).groups);
        const labels = at.labelRules.scheme.length;
        const after = restrict(at.room, at.folder.path, { groups: list, newId: deps.ids.uuid<ZoneId>(), labels });
        if (after === at.room) return at;
        // The list and everything below it change together: readers see all of it before, or after.
        const folder: Folder = inZone({ ...at.folder, isDeclared: true }, zoneAt(after, at.folder.path));
        uow.put(folders, folder);
        const room = subtree.restrict(uow, at.folder, { before: at.room, after });
        uow.put(rooms, room);
        uow.record({
          type: 'folder.access_set',
          target,
          data: accessSet(restrictionOf(at.room, at.folder.path)?.groups ?? null, list),
        });
        return { ...at, room, folder };
      },
    });
    if (!isThere(found.room)) throw new DomainError('ROOM_NOT_FOUND');
    return oneFolderSeen(deps, found, found.folder);
  };
