import type { RoomSeen } from '../../kernel/answers.ts';
import { roomTarget } from '../../kernel/sight.ts';
import type { Writing } from '../../kernel/writing.ts';

/** Records that an overseer who is not a member looked into a room, by GET or HEAD (interface section 2, "Oversight"). */
export function notingOversight(at: Writing, seen: Pick<RoomSeen, 'room' | 'myRole'>): void {
  if (seen.myRole === null) at.record({ type: 'room.overseen', target: roomTarget(seen.room.id, seen.room) });
}
