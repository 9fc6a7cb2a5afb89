import type { RoomId } from '@strongroom/domain';
import type { Ids } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';

/** The room that round one found the file in, or one that nobody has: absent and hidden then read alike. */
export const placeOfFile = (ctx: SignedIn, ids: Ids): RoomId => ctx.located.roomId ?? ids.uuid<RoomId>();
