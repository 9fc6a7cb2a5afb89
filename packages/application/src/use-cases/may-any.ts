import { type Decision, decide, type Label, type RoomId, type Target } from '@strongroom/domain';
import type { Deps } from '../deps.ts';
import type { SignedIn } from '../kernel/context.ts';
import { permit } from '../kernel/denied.ts';
import { authorOf } from '../kernel/entry.ts';
import { type InRoom, roomInSight, roomRefs, roomTarget, type Who, whoAsks, whoRefs } from '../kernel/sight.ts';

type Needs = Pick<Deps, 'journal' | 'clock' | 'classification' | 'orgId'>;

/** What can be done in bulk in a room, decided on the most harmless item there could be. */
const IN_ROOM = {
  'room.members.add': (found) => decide('room.members.add', { ...found, from: 'owner', to: 'viewer' }),
  'file.upload': (found, lowest) => decide('file.upload', { ...found, label: lowest }),
  'file.delete': (found) => decide('file.delete', found),
} as const satisfies Record<string, (found: InRoom, lowest: Label) => Decision>;

export type BulkInRoom = keyof typeof IN_ROOM;

/**
 * Asked once before the items of a bulk operation: what no item can pass is one refusal, and nothing is done.
 * Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE, ROOM_ARCHIVED.
 */
export const mayAny = (deps: Needs) => ({
  inRoom: (ctx: SignedIn, action: BulkInRoom, roomId: RoomId): Promise<void> =>
    deps.journal.run({
      author: authorOf(ctx),
      refs: roomRefs(ctx, roomId),
      decide: (at) => {
        const found = roomInSight(deps, at, ctx, roomId);
        const [lowest] = deps.classification.scheme;
        permit(IN_ROOM[action](found, lowest?.label ?? found.room.label), roomTarget(roomId, found.room));
      },
    }),
  invite: (ctx: SignedIn): Promise<void> =>
    deps.journal.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      decide: (at) => {
        const who: Who = whoAsks(deps, at, ctx);
        const target: Target = { type: 'organisation', id: deps.orgId, roomId: null, label: null };
        permit(decide('user.invite', { ...who, role: 'member', target: undefined }), target);
      },
    }),
});
