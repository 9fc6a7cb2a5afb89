import { numberingOf, type RoomId, reachIn } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { replayVerbatim } from '../../kernel/replay.ts';
import { RoomNumbers } from '../../steps/folders/number-room.ts';
import { rooms } from '../../store/rooms.ts';

export type RenumberResult = Readonly<{ numbered: number }>;

/**
 * Numbers the folders and files of a room with index numbers again, in their present order and without gaps. Counts those that the caller
 * sees. A room without index numbers stays without. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED.
 */
export const renumberRoom =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  (ctx: SignedIn, { roomId }: Readonly<{ roomId: RoomId }>): Promise<RenumberResult> => {
    const numbers = new RoomNumbers(deps, roomId);
    return inRoom(deps, ctx, roomId, {
      action: 'room.renumber',
      serializeOn: roomId,
      replay: replayVerbatim<RenumberResult>(),
      loadAllowed: async (_, { room }) => (numberingOf(room) === 'fixed' ? numbers.load() : []),
      apply: (uow, found, target) => {
        if (numberingOf(found.room) === 'none') return { numbered: 0 };
        const numbered = numbers.give(uow, reachIn(found));
        // Archival and deletion replace the room.
        uow.expect(rooms, roomId);
        uow.record({ type: 'room.renumbered', target });
        return { numbered };
      },
    });
  };
