import { type Decision, decide, type Instant, type Label, type RoomId } from '@strongroom/domain';
import { activeOwnersOf } from '../kernel/active-owners.ts';
import { authorOf } from '../kernel/audit-entry.ts';
import type { Idempotency, SignedIn } from '../kernel/context.ts';
import { Denied, permit } from '../kernel/denied.ts';
import type { Deps } from '../kernel/deps.ts';
import { answeredBefore, idempotencyRefs, type Owner } from '../kernel/idempotent.ts';
import type { Snapshot } from '../kernel/identity-map.ts';
import { organisationTarget } from '../kernel/organisation-target.ts';
import { type InRoom, roomInSight, roomRefs, roomTarget, type Who, whoAsks, whoRefs } from '../kernel/sight.ts';

type Needs = Pick<Deps, 'runner' | 'clock' | 'secrets' | 'classification' | 'orgId'>;

/** What can be done in bulk in a room, decided on the most harmless item there could be. */
const IN_ROOM = {
  'room.members.add': (found, { now }) => decide('room.members.add', { ...found, from: 'owner', to: 'viewer', now }),
  'file.upload': (found, { lowest }) => decide('file.upload', { ...found, label: lowest }),
  'file.delete': (found) => decide('file.delete', found),
} as const satisfies Record<string, (found: InRoom, given: Readonly<{ lowest: Label; now: Instant }>) => Decision>;

export type BulkInRoom = keyof typeof IN_ROOM;

/** The keys of every item there can be, where the request came with one: each item is remembered under its own. */
type Keys = readonly Idempotency[];

/**
 * Asked once before the items of a bulk operation: what no item can pass is one refusal, and nothing is done; neither is
 * anything where the Idempotency-Key was another request's. A repeated request is not stopped by what the state of the
 * room has become since.
 * Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE, ROOM_ARCHIVED, IDEMPOTENCY_MISMATCH.
 */
export const mayAny = (deps: Needs) => ({
  inRoom: async (ctx: SignedIn, action: BulkInRoom, roomId: RoomId, keys: Keys = []): Promise<void> => {
    const owners = await activeOwnersOf(deps, ctx, roomId);
    return deps.runner.run({
      author: authorOf(ctx),
      refs: [...roomRefs(ctx, roomId), ...itemRefs(deps, ctx, keys), ...owners.refs],
      apply: (uow) => {
        const isRepeated = isAnyAnswered(deps, uow, ctx, keys);
        const found = roomInSight(deps, uow, ctx, roomId);
        const [lowest] = deps.classification.scheme;
        const decision = IN_ROOM[action](
          { ...found, room: owners.of(uow, found.room) },
          { lowest: lowest?.label ?? found.room.label, now: deps.clock.now() },
        );
        try {
          permit(decision, roomTarget(roomId, found.room));
        } catch (error) {
          if (!(isRepeated && error instanceof Denied && error.kind === 'conflict')) throw error;
        }
      },
    });
  },
  invite: (ctx: SignedIn, keys: Keys = []): Promise<void> =>
    deps.runner.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), ...itemRefs(deps, ctx, keys)],
      apply: (uow) => {
        isAnyAnswered(deps, uow, ctx, keys);
        const who: Who = whoAsks(deps, uow, ctx);
        const target = organisationTarget(deps.orgId);
        permit(decide('user.invite', { ...who, role: 'member', target: undefined }), target);
      },
    }),
});

const ownersOf = (ctx: SignedIn, keys: Keys): readonly Owner[] =>
  keys.map((idempotency) => ({ ownerId: ctx.credential.userId, idempotency }));

const itemRefs = (deps: Needs, ctx: SignedIn, keys: Keys) =>
  ownersOf(ctx, keys).flatMap((owner) => idempotencyRefs(deps, owner));

/** Was any item of this request answered before? Throws IDEMPOTENCY_MISMATCH where it was an item of another request. */
const isAnyAnswered = (deps: Needs, uow: Snapshot, ctx: SignedIn, keys: Keys): boolean =>
  ownersOf(ctx, keys).filter((owner) => answeredBefore(deps, owner, uow)).length > 0;
