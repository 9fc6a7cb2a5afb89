import {
  addMember as add,
  changeMemberRole,
  DomainError,
  decide,
  dropMember,
  isLive,
  isOrphaned,
  type MembershipId,
  type RoomId,
  type RoomRole,
  UserId,
} from '@strongroom/domain';
import { activeOwnersOf } from '../../kernel/active-owners.ts';
import type { MemberSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent } from '../../kernel/idempotent.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { notingOversight } from '../../kernel/noting-oversight.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { verbatim } from '../../kernel/replay.ts';
import { roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { memberSeen, roomSeen } from '../../kernel/views.ts';
import { refTo } from '../../store/collection.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

type Input = Readonly<{ roomId: RoomId; userId: string; role: RoomRole }>;

/**
 * Adds a member, or gives one another role. Too little clearance does not refuse: access is computed live.
 * Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE, USER_NOT_FOUND, ROOM_ARCHIVED, LAST_ROOM_OWNER, LIMIT_REACHED.
 */
export const addMember =
  (deps: Pick<Deps, 'runner' | 'secrets' | 'clock' | 'ids' | 'classification'>) =>
  async (ctx: SignedIn, input: Input): Promise<MemberSeen & Readonly<{ added: boolean }>> => {
    const { roomId, role } = input;
    const userId = idOrRandom(UserId, input.userId, deps.ids);
    const owners = await activeOwnersOf(deps, ctx, roomId);
    return deps.runner.run(
      idempotent(deps, ownerOf(ctx), verbatim<MemberSeen & Readonly<{ added: boolean }>>(), {
        author: authorOf(ctx),
        refs: [
          ...roomRefs(ctx, roomId),
          refTo(users, userId),
          refTo(memberships, membershipId(roomId, userId)),
          ...owners.refs,
        ],
        serializeOn: roomId,
        apply: (uow) => {
          const found = roomInSight(deps, uow, ctx, roomId);
          const target = roomTarget(roomId, found.room);
          const user = uow.find(users, userId);
          const known = uow.find(memberships, membershipId(roomId, userId));
          // What an earlier deactivation ended counts no more, but it still stands in the room's counts.
          const present = user && isLive(known, user) ? known : undefined;
          const active = owners.of(uow, found.room);
          const decision = decide('room.members.add', {
            ...found,
            room: active,
            from: present?.role ?? null,
            to: role,
            now: deps.clock.now(),
          });
          const isAbsent = user === undefined || user.status === 'deactivated';
          // What the body names comes after the role and before the room's state (interface section 1, "Order of checks").
          if (!isAbsent || decision.refusal !== 'ROOM_ARCHIVED') permit(decision, target);
          if (isAbsent) throw new DomainError('USER_NOT_FOUND');
          // A deactivation looks for memberships after its commit: one that comes in before is found, later ones conflict.
          uow.expect(users, userId);
          const adopted = (): void => {
            uow.record({ type: 'room.adopted', target, data: { user_id: userId } });
            uow.schedule({ kind: 'mail-adoption', data: { roomId, userId, mailId: deps.ids.uuid() } });
          };
          if (present) {
            const changed = changeMemberRole(found.room, present, role);
            if (changed.membership !== present) {
              uow.put(rooms, changed.room);
              uow.put(memberships, changed.membership);
              uow.record({
                type: 'member.role_changed',
                target,
                data: { user_id: userId, from: present.role, to: role },
              });
              if (userId === found.user.id && isOrphaned(active)) adopted();
            } else notingOversight(uow, roomSeen(found, found.room, found.membership));
            return { ...memberSeen(deps.classification, changed.membership, user), added: false };
          }
          const before = known ? dropMember(found.room, userId) : found.room;
          const { room, membership } = add(before, {
            id: deps.ids.uuid<MembershipId>(),
            userId,
            epoch: user.epoch,
            role,
            addedBy: found.user.id,
            at: deps.clock.now(),
          });
          uow.put(rooms, room);
          uow.put(memberships, membership);
          uow.record({ type: 'member.added', target, data: { user_id: userId, role } });
          if (userId === found.user.id && isOrphaned(active)) adopted();
          return { ...memberSeen(deps.classification, membership, user), added: true };
        },
      }),
    );
  };
