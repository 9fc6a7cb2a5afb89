import {
  DomainError,
  decide,
  type Folder,
  type FolderPath,
  type GroupAccess,
  inZone,
  isThere,
  type LiveRoom,
  openPartOf,
  type RoomId,
  restrict,
  type Structure,
  setStructure,
  type ZoneId,
  zoneAt,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { groupsOf } from '../../kernel/in-group.ts';
import { type InRoom, inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutField } from '../../kernel/replay.ts';
import type { AtRoom } from '../../kernel/sight.ts';
import { folderTarget, roomTarget } from '../../kernel/targets.ts';
import { type AccessSent, accessOf, accessSet } from '../../steps/folders/access-list.ts';
import { type FolderSeen, oneFolderSeen } from '../../steps/folders/folders-seen.ts';
import { assertKept, KEPT_REF } from '../../steps/folders/kept-folders.ts';
import { permitMaking } from '../../steps/folders/permit-making.ts';
import { Subtree } from '../../steps/folders/subtree.ts';
import { type FolderRoute, WayToFolder } from '../../steps/folders/way-to-folder.ts';
import { refTo } from '../../store/collection.ts';
import { folderId, folders } from '../../store/folders.ts';
import { roomGroups } from '../../store/groups.ts';
import { rooms } from '../../store/rooms.ts';

type CreateFolderInput = Readonly<{
  roomId: RoomId;
  path: FolderPath;
  /** Restricts the new folder from its first moment on. */
  access?: AccessSent | undefined;
  structure?: Structure | undefined;
}>;

export type FolderMade = Readonly<{ folder: FolderSeen; isNew: boolean }>;

/** `at`: the room as it is now for the caller. */
type Made = Readonly<{ folder: Folder; isNew: boolean; at?: AtRoom }>;

/**
 * Makes a folder and those missing above it. One that the caller sees is the answer, in its own spelling. One that they do not see
 * becomes theirs, as if it had not been there. With an access list or a structure it is a new one, and the folders made on the way are
 * for owners to make folders in. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, LIMIT_REACHED, NAME_TAKEN, GROUP_NOT_FOUND,
 * STRUCTURE_OPEN, VALIDATION_ERROR, Unavailable.
 */
export const createFolder =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  async (ctx: SignedIn, { roomId, path, access, structure }: CreateFolderInput): Promise<FolderMade> => {
    const way = new WayToFolder(deps, roomId, path);
    const isClosed = access !== undefined || structure !== undefined;
    const subtree = new Subtree(deps);
    const inRoomAlready = refTo(folders, folderId(roomId, path));
    const { folder, isNew, at } = await inRoom(deps, ctx, roomId, {
      action: 'folder.create',
      facts: () => ({ place: path }),
      refs: [KEPT_REF, refTo(roomGroups, roomId), ...(access ? [inRoomAlready] : [])],
      serializeOn: roomId,
      // Also below a hidden folder, which takes the time of an absent one.
      loadFacts: (_, found) => ({ place: openPartOf(found, path) }),
      loadAllowed: async (snapshot) => {
        const there = access && snapshot.find(folders, folderId(roomId, path));
        return [...(await way.load()), ...(there ? await subtree.load(there, true) : [])];
      },
      replay: { store: (made) => withoutField(made, 'at'), restore: (kept: Made): Made => kept },
      complete: (made, present) => ({ ...made, at: present() }),
      apply: (uow, found): Made => {
        assertKept(uow);
        if (isClosed) permit(decide('folder.make_closed', found), roomTarget(roomId, found.room));
        const { steps } = way.find(uow, found);
        if (isClosed && steps.at(-1)?.isSeen === true) throw new DomainError('NAME_TAKEN');
        // The folder itself also if it is there: whether the caller sees one of that name does not matter here.
        for (const step of steps) if (!step.isSeen || step === steps.at(-1)) permitMaking(found, step.path);
        const list = access && accessOf(access, groupsOf(uow, roomId).groups);
        const room = isClosed ? closed(deps, found, steps, { list, structure }) : found.room;
        const hidden = list && steps.at(-1)?.folder;
        const made = way.make(deps, uow, { ...found, room }, steps);
        // Archival and deletion replace the room.
        if (room === found.room) uow.expect(rooms, roomId);
        else uow.put(rooms, hidden ? subtree.restrict(uow, hidden, { before: found.room, after: room }) : room);
        const target = made.at(-1);
        if (list !== undefined && target !== undefined)
          uow.record({
            type: 'folder.access_set',
            target: folderTarget(target.id, target, room),
            // A hidden folder of this name keeps its list to itself: the answer is that of a new one.
            data: accessSet(null, list),
          });
        const last = steps.at(-1)?.folder;
        if (last === undefined || steps.at(-1)?.isSeen !== true) return { folder: lastOf(made), isNew: true };
        if (last.isDeclared) return { folder: last, isNew: false };
        const declared = inZone({ ...last, isDeclared: true }, zoneAt(room, last.path));
        uow.put(folders, declared);
        return { folder: declared, isNew: false };
      },
    });
    if (at === undefined || !isThere(at.room)) throw new TypeError('a folder was made without a room');
    return { folder: await oneFolderSeen(deps, { ...at, room: at.room }, folder), isNew };
  };

/** The room with the missing folders: owners alone make folders in those on the way, and the request decides about the last one. */
function closed(
  { ids }: Pick<Deps, 'ids'>,
  { room, labelRules }: InRoom,
  steps: FolderRoute['steps'],
  { list, structure }: Readonly<{ list: readonly GroupAccess[] | undefined; structure: Structure | undefined }>,
): LiveRoom {
  const last = steps.at(-1);
  if (last === undefined) throw new TypeError('a way without a folder');
  const onWay = steps.slice(0, -1).filter(({ isSeen }) => !isSeen);
  const placed = onWay.reduce((now, { path }) => setStructure(now, path, 'owners'), room);
  const structured = structure === undefined ? placed : setStructure(placed, last.path, structure);
  if (list === undefined) return structured;
  const labels = labelRules.scheme.length;
  return restrict(structured, last.path, { groups: list, newId: ids.uuid<ZoneId>(), labels });
}

function lastOf(made: readonly Folder[]): Folder {
  const folder = made.at(-1);
  if (folder === undefined) throw new TypeError('no folder was made where one was missing');
  return folder;
}
