import {
  isOrphaned,
  isThere,
  type LiveRoom,
  type Membership,
  type Room,
  type RoomId,
  type UserId,
} from '@strongroom/domain';
import { defineCollection, sameBody } from './collection.ts';

/** Rooms by label, for overseers. */
export const roomsOfLabel = (label: string): string => `label:${label}`;

/** Rooms of an org unit by label, for overseers. */
export const roomsOfUnit = (unitId: string, label: string): string => `unit:${unitId}:${label}`;

const EVERY_ROOM = { label: 'text', orgUnitId: 'text', status: 'text', createdAt: 'number' } as const;
const LIVE_ROOM = { name: 'text', owners: 'list', files: 'object' } as const;

const isUnknownToThree = ({ bin, memberVisibility }: LiveRoom): boolean =>
  bin !== undefined || memberVisibility === 'groups';

export const rooms = defineCollection<Room>({
  name: 'rooms',
  // Schema 2 may hide members from each other, whom an older version would show; 3 lists the members that have an end; 4 may have
  // a bin, past which an older version would destroy files, or hide members who are in no group with the reader.
  oldest: 3,
  upcasts: [sameBody],
  earlier: { schema: 3, body: (room) => (isThere(room) && isUnknownToThree(room) ? undefined : room) },
  id: (room) => room.id,
  position: (room) => room.createdAt,
  shape: (room) => ({ ...EVERY_ROOM, ...(isThere(room) && LIVE_ROOM) }),
  keys: (room) =>
    isThere(room)
      ? [
          roomsOfLabel(room.label),
          roomsOfUnit(room.orgUnitId, room.label),
          ...(isOrphaned(room) ? [`orphaned:${room.label}`] : []),
        ]
      : [],
});

export const membershipId = (roomId: RoomId, userId: UserId): string => `${roomId}/${userId}`;

/** A user's rooms of one label. The epoch in the key hides memberships that an earlier deactivation ended. */
export const roomsOfUser = (userId: string, epoch: number, label: string): string => `of:${userId}:${epoch}:${label}`;
/** A user's rooms of one org unit and label. */
export const roomsOfUserInUnit = (userId: string, epoch: number, unitId: string, label: string): string =>
  `of:${userId}:${epoch}:${unitId}:${label}`;
/** A user's memberships that have an end, or had one. */
export const endsOfUser = (userId: string): string => `ends:${userId}`;
export const membersOfRoom = (roomId: string): string => `room:${roomId}`;
/** Members of a room who are in a group. */
export const membersOfGroup = (roomId: string, groupId: string): string => `group:${roomId}:${groupId}`;
export const membershipsOfUser = (userId: string): string => `user:${userId}`;

/** All memberships of a room have its age as position, so members are listed by user id and rooms by age. */
export const memberships = defineCollection<Membership>({
  name: 'memberships',
  // Schema 2 may have an end, after which an older version would still let people in.
  oldest: 2,
  id: (membership) => membershipId(membership.roomId, membership.userId),
  position: (membership) => membership.roomCreatedAt,
  shape: { role: 'text', epoch: 'number', roomLabel: 'text', roomCreatedAt: 'number', roomUnitId: 'text' },
  keys: (membership) => [
    roomsOfUser(membership.userId, membership.epoch, membership.roomLabel),
    roomsOfUserInUnit(membership.userId, membership.epoch, membership.roomUnitId, membership.roomLabel),
    membersOfRoom(membership.roomId),
    membershipsOfUser(membership.userId),
    ...(membership.expiresAt === undefined ? [] : [endsOfUser(membership.userId)]),
    ...(membership.groups ?? []).map((id) => membersOfGroup(membership.roomId, id)),
  ],
});
