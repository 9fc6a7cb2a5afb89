import type { RoomSeen } from './answers.ts';
import { roomTarget } from './sight.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Records that an overseer who is not a member looked into a room, by GET or HEAD (interface section 2, "Oversight"). */
export function notingOversight(uow: UnitOfWork, seen: Pick<RoomSeen, 'room' | 'myRole'>): void {
  if (seen.myRole === null) uow.record({ type: 'room.overseen', target: roomTarget(seen.room.id, seen.room) });
}
