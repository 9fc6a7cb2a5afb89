import { archiveRoom as archive, decide, type RoomId, unarchiveRoom as unarchive } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { changeRoom } from '../../steps/rooms/change-room.ts';

type Needs = Pick<Deps, 'runner' | 'secrets' | 'clock' | 'classification'>;
type Input = Readonly<{ roomId: RoomId }>;

/** Makes the room read-only; again changes nothing. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE. */
export const archiveRoom =
  (deps: Needs) =>
  (ctx: SignedIn, { roomId }: Input): Promise<RoomSeen> =>
    changeRoom(deps, ctx, roomId, (found, target) => {
      permit(decide('room.archive', found), target);
      return { room: archive(found.room, deps.clock.now()), type: 'room.archived' };
    });

/** Brings an archived room back; again changes nothing. Throws as `archiveRoom`. */
export const unarchiveRoom =
  (deps: Needs) =>
  (ctx: SignedIn, { roomId }: Input): Promise<RoomSeen> =>
    changeRoom(deps, ctx, roomId, (found, target) => {
      permit(decide('room.unarchive', found), target);
      return { room: unarchive(found.room), type: 'room.unarchived' };
    });
