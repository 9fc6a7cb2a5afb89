import type { RoomSeen } from '../../kernel/answers.ts';
import type { Writing } from '../../kernel/journal.ts';
import { roomTarget } from '../../kernel/sight.ts';

/** An overseer's look into a room he is not a member of is itself recorded (interface section 2, "Oversight"). */
export function notingOversight(at: Writing, seen: RoomSeen): void {
  if (seen.myRole === null) at.record({ type: 'room.overseen', target: roomTarget(seen.room.id, seen.room) });
}
