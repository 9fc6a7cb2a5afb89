import {
  type FolderPath,
  type GroupId,
  type Instant,
  letSeeEachOther,
  type RestrictedRoom,
  removeGroup,
  restrictionOf,
  withoutGroup,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type GroupPlace, inGroup } from '../../kernel/in-group.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { folderTarget } from '../../kernel/targets.ts';
import { accessSet } from '../../steps/folders/access-list.ts';
import { refTo } from '../../store/collection.ts';
import { folderId, folders } from '../../store/folders.ts';
import { roomGroups } from '../../store/groups.ts';
import { rooms } from '../../store/rooms.ts';

export type GroupGone = Readonly<{ id: GroupId; deletedAt: Instant }>;

/**
 * Deletes a group, also from the access lists of folders: one that named no other group is left to the owners of the room.
 * Memberships keep its id, which names nothing any more. Throws ROOM_NOT_FOUND, GROUP_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED.
 */
export const deleteGroup =
  (deps: OperationDeps & Pick<Deps, 'clock' | 'documents'>) =>
  (ctx: SignedIn, place: GroupPlace): Promise<GroupGone> =>
    inGroup(deps, ctx, place, {
      action: 'group.delete',
      serializeOn: place.roomId,
      loadAllowed: async (_, { room }) => {
        const refs = pathsOpenTo(room, place.groupId).map((path) => refTo(folders, folderId(place.roomId, path)));
        const read = await deps.documents.read(refs);
        return read.flatMap((document) => (document ? [{ collection: folders.name, document }] : []));
      },
      apply: (uow, { all, room }, target) => {
        uow.put(roomGroups, removeGroup(all, place.groupId));
        // Every decision about a restricted folder rests on the room.
        const left = letSeeEachOther({ ...room, ...withoutGroup(room, place.groupId) }, place.groupId, false);
        uow.put(rooms, left);
        uow.record({ type: 'group.deleted', target, data: { group_id: place.groupId } });
        for (const path of pathsOpenTo(room, place.groupId)) {
          const folder = uow.find(folders, folderId(room.id, path));
          const list = restrictionOf(left, path)?.groups ?? null;
          if (folder !== undefined)
            uow.record({
              type: 'folder.access_set',
              target: folderTarget(folder.id, folder, room),
              data: accessSet(restrictionOf(room, path)?.groups ?? null, list),
            });
        }
        return { id: place.groupId, deletedAt: deps.clock.now() };
      },
    });

/** The folders whose access lists name a group. */
const pathsOpenTo = ({ restrictions = [] }: RestrictedRoom, id: GroupId): readonly FolderPath[] =>
  restrictions.filter(({ groups }) => groups.some(({ groupId }) => groupId === id)).map(({ path }) => path);
