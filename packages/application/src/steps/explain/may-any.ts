import { placeToAdd, type RoomId } from '@strongroom/domain';
import { activeOwners } from '../../kernel/active-owners.ts';
import { lookAsCaller } from '../../kernel/as-caller.ts';
import type { Idempotency, SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type GroupPlace, lookInGroup } from '../../kernel/in-group.ts';
import { lookInRoom } from '../../kernel/in-room.ts';
import { lowestLabel } from '../../kernel/labels.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { atRoom } from '../../kernel/sight.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { someUser } from './some-user.ts';

export type BulkInRoom =
  | 'room.members.add'
  | 'file.upload'
  | 'folder.create'
  | 'file.confirm_many'
  | 'file.delete_many';

/** The key of each item, if the request has one: each item has its own record. */
type Keys = readonly Idempotency[];

/**
 * Decides once before the items of a bulk operation, on the most harmless item possible. A refusal that no item could
 * pass is one error, and nothing is done. The same holds for an Idempotency-Key of another request.
 * Throws ROOM_NOT_FOUND, GROUP_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE, ROOM_ARCHIVED, IDEMPOTENCY_MISMATCH.
 */
export const mayAny = (deps: OperationDeps & Pick<Deps, 'documents' | 'ids' | 'orgId'>) => ({
  inRoom: async (ctx: SignedIn, action: BulkInRoom, roomId: RoomId, keys: Keys = []): Promise<void> => {
    const owners = activeOwners(deps, (snapshot) => atRoom(deps, snapshot, ctx, roomId));
    const looks = {
      'room.members.add': () =>
        lookInRoom(deps, ctx, roomId, {
          action: 'room.members.add',
          keys,
          loadMore: owners.loadMore,
          facts: (snapshot, { room }) => ({
            room: owners.of(snapshot, room),
            // Users may be added whom an external owner sees; of all users they certainly see themself.
            target: { ...someUser(deps), id: ctx.credential.userId },
            common: [],
            from: 'owner',
            to: 'viewer',
            externalOwners: 'off',
            now: deps.clock.now(),
          }),
        }),
      'file.upload': () =>
        lookInRoom(deps, ctx, roomId, {
          action: 'file.upload',
          keys,
          facts: (_, at) => ({ label: lowestLabel(deps.labelRules), place: placeToAdd(at) }),
        }),
      'folder.create': () =>
        lookInRoom(deps, ctx, roomId, {
          action: 'folder.create',
          keys,
          facts: (_, at) => ({ place: placeToAdd(at) }),
        }),
      'file.confirm_many': () => lookInRoom(deps, ctx, roomId, { action: 'file.confirm_many', keys }),
      'file.delete_many': () => lookInRoom(deps, ctx, roomId, { action: 'file.delete_many', keys }),
    } as const satisfies Record<BulkInRoom, () => Promise<unknown>>;
    await looks[action]();
  },
  inGroup: async (ctx: SignedIn, place: GroupPlace, keys: Keys = []): Promise<void> => {
    await lookInGroup(deps, ctx, place, { action: 'group.members.add', keys });
  },
  download: async (ctx: SignedIn, keys: Keys = []): Promise<void> => {
    await lookAsCaller(deps, ctx, organisationTarget(deps.orgId), { action: 'file.download_many', keys });
  },
  invite: async (ctx: SignedIn, keys: Keys = []): Promise<void> => {
    await lookAsCaller(deps, ctx, organisationTarget(deps.orgId), {
      action: 'user.invite',
      keys,
      facts: () => ({ role: 'member' as const, target: undefined }),
    });
  },
});
