import { type Action, isThere, type LiveRoom, type RoomId } from '@strongroom/domain';
import type { SignedIn } from './context.ts';
import type { Snapshot } from './identity-map.ts';
import {
  type FirstLook,
  type FirstLookOperation,
  lookAt,
  type OperationDeps,
  type OperationOn,
  type OperationSubject,
  operateOn,
  permitOn,
} from './operation-on.ts';
import { type AtRoom, atRoom, roomRefs } from './sight.ts';
import { roomTarget } from './targets.ts';

export type InRoom = AtRoom & Readonly<{ room: LiveRoom }>;

export type OperationInRoom<A extends Action, T> = OperationOn<A, AtRoom, InRoom, T>;

/** Runs an operation on a room the caller sees. */
export const inRoom = <A extends Action, T>(
  deps: OperationDeps,
  ctx: SignedIn,
  roomId: RoomId,
  operation: OperationInRoom<A, T>,
): Promise<T> => operateOn(deps, ctx, roomOf(deps, ctx, roomId), operation);

/** Decides about a room before calls that take long or cost something. */
export const lookInRoom = <A extends Action>(
  deps: OperationDeps,
  ctx: SignedIn,
  roomId: RoomId,
  operation: FirstLookOperation<A, AtRoom, InRoom>,
): Promise<FirstLook<InRoom>> => lookAt(deps, ctx, roomOf(deps, ctx, roomId), operation);

/** Decides about a room within an operation. Throws Denied. */
export const permitInRoom = <A extends Action>(
  deps: OperationDeps,
  ctx: SignedIn,
  roomId: RoomId,
  operation: Pick<OperationInRoom<A, unknown>, 'action' | 'facts'>,
  snapshot: Snapshot,
): InRoom => permitOn(roomOf(deps, ctx, roomId), operation, snapshot);

/** Runs an operation on the log of a room, which outlives the room. */
export const inLogOfRoom = <A extends Action, T>(
  deps: OperationDeps,
  ctx: SignedIn,
  roomId: RoomId,
  operation: OperationOn<A, AtRoom, AtRoom, T>,
): Promise<T> =>
  operateOn<A, AtRoom, AtRoom, T>(deps, ctx, { ...roomOf(deps, ctx, roomId), seen: (found) => found }, operation);

const roomOf = (deps: OperationDeps, ctx: SignedIn, roomId: RoomId): OperationSubject<AtRoom, InRoom> => ({
  refs: roomRefs(ctx, roomId),
  find: (snapshot) => atRoom(deps, snapshot, ctx, roomId),
  target: ({ room }) => roomTarget(roomId, room),
  seen: (found) => {
    const { room } = found;
    if (!isThere(room)) throw new TypeError('an operation in a room was allowed without a room');
    return { ...found, room };
  },
});
