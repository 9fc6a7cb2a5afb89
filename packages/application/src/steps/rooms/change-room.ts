import type { Action, EventData, EventType, LiveRoom, RoomId } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import { type InRoom, inRoom } from '../../kernel/in-room.ts';
import { type RoomMayDeps, roomMay } from '../../kernel/may.ts';
import { notingOversight } from '../../kernel/noting-oversight.ts';
import type { LoadAllowed, OperationDeps } from '../../kernel/operation-on.ts';
import { withoutField } from '../../kernel/replay.ts';
import { type AtRoom, atRoom } from '../../kernel/sight.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { roomSeen } from '../../kernel/views.ts';
import { rooms } from '../../store/rooms.ts';

type RoomChange = Readonly<{
  action: Extract<Action, 'room.edit' | 'room.archive' | 'room.unarchive'>;
  event: EventType;
  refs?: readonly Ref[];
  loadAllowed?: LoadAllowed<InRoom>;
  apply: (room: LiveRoom) => LiveRoom;
  /** Data of the event of the change. */
  data?: (before: LiveRoom, after: LiveRoom) => EventData;
  /** Writes more with a change. */
  also?: (uow: UnitOfWork, before: LiveRoom, after: LiveRoom) => void;
}>;

/** Replaces a room by what `apply` returns. A room that stays the same is neither written nor recorded. */
export const changeRoom = async (
  deps: OperationDeps & RoomMayDeps,
  ctx: SignedIn,
  roomId: RoomId,
  { action, event, refs, loadAllowed, apply, data, also }: RoomChange,
): Promise<RoomSeen> => {
  const { at, ...answer } = await inRoom(deps, ctx, roomId, {
    action,
    ...(refs !== undefined && { refs }),
    ...(loadAllowed !== undefined && { loadAllowed }),
    serializeOn: roomId,
    replay: countedAfresh(deps, ctx),
    apply: (uow, found, target): Changed => {
      const room = apply(found.room);
      const seen = roomSeen(found, room, found.membership);
      if (room === found.room) return notingOversight(uow, seen);
      uow.put(rooms, room);
      also?.(uow, found.room, room);
      uow.record({ type: event, target, ...(data && { data: data(found.room, room) }) });
      return seen;
    },
    complete: (changed, present) => ({ ...changed, at: present() }),
  });
  return { ...answer, ...(at !== undefined && { may: await roomMay(deps, at) }) };
};

type Changed = RoomSeen & Readonly<{ at?: AtRoom }>;

/** A repeated request gets the room as it was then, with the counts the caller may see now. */
const countedAfresh = (deps: OperationDeps, ctx: SignedIn): Replay<Changed> => ({
  store: (answer) => withoutField(answer, 'at'),
  restore: ({ room }: RoomSeen, uow) => {
    const found = atRoom(deps, uow, ctx, room.id);
    return roomSeen(found, room, found.membership);
  },
});
