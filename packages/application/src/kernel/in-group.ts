import { type Group, type GroupId, isThere, type RoomGroups, type RoomId } from '@strongroom/domain';
import { refTo } from '../store/collection.ts';
import { roomGroups } from '../store/groups.ts';
import type { SignedIn } from './context.ts';
import type { Snapshot } from './identity-map.ts';
import type { InRoom } from './in-room.ts';
import { type OperationDeps, type OperationSubject, operationsOn } from './operation-on.ts';
import { type AtRoom, atRoom, roomRefs } from './sight.ts';
import { roomTarget } from './targets.ts';

type GroupOfRoom = Group & Readonly<{ roomId: RoomId }>;
/** `all`: the groups of the room. `group`: the one that the request names. */
export type AtGroup = AtRoom & Readonly<{ all: RoomGroups; group: GroupOfRoom | undefined }>;
export type InGroup = AtGroup & InRoom & Readonly<{ group: GroupOfRoom }>;

export type GroupPlace = Readonly<{ roomId: RoomId; groupId: GroupId }>;

export const groupsOf = (snapshot: Snapshot, roomId: RoomId): RoomGroups =>
  snapshot.find(roomGroups, roomId) ?? { roomId, groups: [] };

const inGroups = operationsOn(groupOf);
/** Runs an operation on a group that the caller sees. Its events are about the room. */
export const inGroup = inGroups.operate;
/** Decides about a group before the items of a bulk operation. */
export const lookInGroup = inGroups.look;

function groupOf(
  deps: OperationDeps,
  ctx: SignedIn,
  { roomId, groupId }: GroupPlace,
): OperationSubject<AtGroup, InGroup> {
  return {
    refs: [...roomRefs(ctx, roomId), refTo(roomGroups, roomId)],
    find: (snapshot) => {
      const all = groupsOf(snapshot, roomId);
      const group = all.groups.find(({ id }) => id === groupId);
      return { ...atRoom(deps, snapshot, ctx, roomId), all, group: group && { ...group, roomId } };
    },
    target: ({ room }) => roomTarget(roomId, room),
    seen: (found) => {
      const { room, group } = found;
      if (!isThere(room) || group === undefined)
        throw new TypeError('an operation on a group was allowed without a group');
      return { ...found, room, group };
    },
  };
}
