import type { RoomSeen } from './answers.ts';
import { roomTarget } from './targets.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Records that an overseer who is not a member read a room, by GET or HEAD. Returns the room as they see it. */
export function notingOversight(uow: UnitOfWork, seen: RoomSeen): RoomSeen {
  if (seen.myRole === null) uow.record({ type: 'room.overseen', target: roomTarget(seen.room.id, seen.room) });
  return seen;
}
