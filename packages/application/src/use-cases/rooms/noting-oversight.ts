import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { roomTarget } from '../../kernel/sight.ts';
import type { Writing } from '../../kernel/writing.ts';

/** An overseer's look into a room he is not a member of is itself recorded (interface section 2, "Oversight"). */
export function notingOversight(at: Writing, ctx: SignedIn, seen: Pick<RoomSeen, 'room' | 'myRole'>): void {
  if (ctx.showsNothing !== true && seen.myRole === null)
    at.record({ type: 'room.overseen', target: roomTarget(seen.room.id, seen.room) });
}
