import { isThere, type LiveRoom, type RoomId } from '@strongroom/domain';
import type { SignedIn } from './context.ts';
import { type OperationDeps, type OperationSubject, operationsOn } from './operation-on.ts';
import { type AtRoom, atRoom, roomRefs } from './sight.ts';
import { roomTarget } from './targets.ts';

export type InRoom = AtRoom & Readonly<{ room: LiveRoom }>;

const inRooms = operationsOn(roomOf);
/** Runs an operation on a room the caller sees. */
export const inRoom = inRooms.operate;
/** Decides about a room before calls that take long or cost something. */
export const lookInRoom = inRooms.look;
/** Decides about a room within an operation. */
export const permitInRoom = inRooms.permit;

/** Runs an operation on the log of a room, which outlives the room. */
export const inLogOfRoom = operationsOn(
  (deps, ctx, roomId: RoomId): OperationSubject<AtRoom, AtRoom> => ({
    ...roomOf(deps, ctx, roomId),
    seen: (found) => found,
  }),
).operate;

function roomOf(deps: OperationDeps, ctx: SignedIn, roomId: RoomId): OperationSubject<AtRoom, InRoom> {
  return {
    refs: roomRefs(ctx, roomId),
    find: (snapshot) => atRoom(deps, snapshot, ctx, roomId),
    target: ({ room }) => roomTarget(roomId, room),
    seen: (found) => {
      const { room } = found;
      if (!isThere(room)) throw new TypeError('an operation in a room was allowed without a room');
      return { ...found, room };
    },
  };
}
