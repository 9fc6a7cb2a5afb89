import { isThere, type RoomId } from '@strongroom/domain';
import type { MemberSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { atRoom } from '../../kernel/sight.ts';
import { memberSeen } from '../../kernel/views.ts';

/** A repeated request gets the membership as it was then, with what the caller may see of it now. */
export const memberReplay = <T extends MemberSeen>(
  { store }: Pick<Replay<T>, 'store'>,
  deps: OperationDeps,
  ctx: SignedIn,
  roomId: RoomId,
): Replay<T> => ({
  store,
  restore: (kept: T, uow) => {
    const { room, ...at } = atRoom(deps, uow, ctx, roomId);
    return isThere(room) ? { ...kept, ...memberSeen({ ...at, room }, kept) } : kept;
  },
});
