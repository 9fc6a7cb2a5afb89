import { RoomId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { nobodys } from '../../kernel/named.ts';

/** The room that round one found what was asked for in, or one that nobody has: absent and hidden then read alike. */
export const placeOf = (ctx: SignedIn, asked: string): RoomId => ctx.located.roomId ?? nobodys(RoomId, asked);
