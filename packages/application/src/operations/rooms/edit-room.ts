import {
  type BinDays,
  binDaysOf,
  changedOptions,
  type EventData,
  editRoom as edit,
  hasAnonymousLinks,
  type LiveRoom,
  type MemberVisibility,
  type RoomDescription,
  type RoomId,
  type RoomName,
  type Structure,
  setStructure,
  structureOf,
  TOP_FOLDER,
  visibilityOf,
} from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { RoomMayDeps } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { changeRoom } from '../../steps/rooms/change-room.ts';
import { bins } from '../../store/bins.ts';
import { refTo } from '../../store/collection.ts';

type EditRoomInput = Readonly<{
  roomId: RoomId;
  name?: RoomName | undefined;
  description?: RoomDescription | undefined;
  memberVisibility?: MemberVisibility | undefined;
  anonymousLinks?: boolean | undefined;
  binDays?: BinDays | undefined;
  structure?: Structure | undefined;
}>;

/**
 * Changes name, description, whether members see each other, whether holders of links learn who shares, the term of the bin, and who
 * makes the folders at the top. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, STRUCTURE_IN_USE.
 */
export const editRoom =
  (deps: OperationDeps & RoomMayDeps) =>
  (ctx: SignedIn, { roomId, structure, ...change }: EditRoomInput): Promise<RoomSeen> =>
    changeRoom(deps, ctx, roomId, {
      action: 'room.edit',
      event: 'room.edited',
      refs: [refTo(bins, roomId)],
      apply: (room) => {
        const next = edit(room, change, deps.clock.now());
        return structure === undefined ? next : setStructure(next, TOP_FOLDER, structure);
      },
      data: optionsIn,
      also: (uow, before, after) => {
        // A shorter term holds for what lies in the bin: the next sweep looks.
        const due = uow.find(bins, roomId);
        if (due !== undefined && binDaysOf(after) < binDaysOf(before))
          uow.put(bins, { ...due, dueAt: deps.clock.now() });
      },
    });

/** The changed options, and no text. */
function optionsIn(before: LiveRoom, after: LiveRoom): EventData {
  const changed = changedOptions(before, after);
  return {
    ...(changed.includes('memberVisibility') && { member_visibility: visibilityOf(after) }),
    ...(changed.includes('anonymousLinks') && { anonymous_links: hasAnonymousLinks(after) }),
    ...(structureOf(after, TOP_FOLDER) !== structureOf(before, TOP_FOLDER) && {
      structure: structureOf(after, TOP_FOLDER),
    }),
    ...(binDaysOf(after) !== binDaysOf(before) && { bin_days: binDaysOf(after) }),
  };
}
