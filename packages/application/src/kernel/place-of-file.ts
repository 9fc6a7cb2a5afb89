import { RoomId } from '@strongroom/domain';
import type { SignedIn } from './context.ts';
import { absentId } from './ids.ts';

/**
 * The room found by round one, or the id of a room that does not exist: absent and hidden resources then cost the same.
 */
export const roomIdOfFile = (ctx: SignedIn, asked: string): RoomId => ctx.located.roomId ?? absentId(RoomId, asked);
