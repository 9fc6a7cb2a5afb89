import { RoomId } from '@strongroom/domain';
import type { SignedIn } from './context.ts';
import { absentId } from './ids.ts';

/** The room that round one found what was asked for in, or one that nobody has: absent and hidden then read alike. */
export const placeOf = (ctx: SignedIn, asked: string): RoomId => ctx.located.roomId ?? absentId(RoomId, asked);
