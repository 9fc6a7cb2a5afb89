import { decide, editRoom as edit, type RoomDescription, type RoomId, type RoomName } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { changeRoom } from '../../steps/rooms/change-room.ts';

type Input = Readonly<{ roomId: RoomId; name?: RoomName | undefined; description?: RoomDescription | undefined }>;

/** Changes name and description. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED. */
export const editRoom =
  (deps: Pick<Deps, 'runner' | 'secrets' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { roomId, ...change }: Input): Promise<RoomSeen> =>
    changeRoom(deps, ctx, roomId, (found, target) => {
      permit(decide('room.edit', found), target);
      return { room: edit(found.room, change), type: 'room.edited' };
    });
