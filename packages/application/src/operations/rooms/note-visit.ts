import { MINUTE, plus, type RoomId, type Visit, noteVisit as visited } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { memberships } from '../../store/rooms.ts';

type NoteVisitInput = Readonly<{ roomId: RoomId; files: number }>;

/**
 * Notes how many files of a room the caller has seen. A visit that tells nothing new within a minute writes nothing. Throws
 * ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE.
 */
export const noteVisit =
  (deps: OperationDeps & Pick<Deps, 'clock'>) =>
  (ctx: SignedIn, { roomId, files }: NoteVisitInput): Promise<Visit> =>
    inRoom(deps, ctx, roomId, {
      action: 'room.note_visit',
      apply: (uow, { membership }) => {
        if (membership === undefined) throw new TypeError('a member was allowed to note a visit without a membership');
        const now = deps.clock.now();
        const { visit } = membership;
        if (visit?.files === files && now < plus(visit.at, MINUTE)) return visit;
        uow.put(memberships, visited(membership, { files, at: now }));
        return { files, at: now };
      },
    });
