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
import type { Deps } from '../../deps.ts';
import { activeOwnersOf } from '../../kernel/active-owners.ts';
import type { MemberSeen } from '../../kernel/answers.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { asItIs } from '../../kernel/keeping.ts';
import { named } from '../../kernel/named.ts';
import { once } from '../../kernel/once.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { memberSeen, roomSeen } from '../../kernel/seen.ts';
import { roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { membershipId, memberships, rooms } from '../../repositories/rooms.ts';
import { users } from '../../repositories/users.ts';
import { notingOversight } from './noting-oversight.ts';

type Input = Readonly<{ roomId: RoomId; userId: string; role: RoomRole }>;

/**
 * Adds a member, or gives one another role. Too little clearance does not refuse: access is computed live.
 * Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE, USER_NOT_FOUND, ROOM_ARCHIVED, LAST_ROOM_OWNER, LIMIT_REACHED.
 */
export const addMember =
  (deps: Pick<Deps, 'journal' | 'secrets' | 'clock' | 'ids' | 'classification'>) =>
  async (ctx: SignedIn, input: Input): Promise<MemberSeen & Readonly<{ added: boolean }>> => {
    const { roomId, role } = input;
    const userId = named(UserId, input.userId, deps.ids);
    const owners = await activeOwnersOf(deps, ctx, roomId);
    return deps.journal.run(
      once(deps, ownerOf(ctx), asItIs<MemberSeen & Readonly<{ added: boolean }>>(), {
        author: authorOf(ctx),
        refs: [
          ...roomRefs(ctx, roomId),
          refTo(users, userId),
          refTo(memberships, membershipId(roomId, userId)),
          ...owners.refs,
        ],
        hot: roomId,
        decide: (at) => {
          const found = roomInSight(deps, at, ctx, roomId);
          const target = roomTarget(roomId, found.room);
          const user = at.find(users, userId);
          const known = at.find(memberships, membershipId(roomId, userId));
          // What an earlier deactivation ended counts no more, but it still stands in the room's counts.
          const present = user && isLive(known, user) ? known : undefined;
          const active = owners.of(at, found.room);
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
          at.expect(users, userId);
          const adopted = (): void => {
            at.record({ type: 'room.adopted', target, data: { user_id: userId } });
            at.schedule({ kind: 'mail-adoption', data: { roomId, userId, mailId: deps.ids.uuid() } });
          };
          if (present) {
            const changed = changeMemberRole(found.room, present, role);
            if (changed.membership !== present) {
              at.put(rooms, changed.room);
              at.put(memberships, changed.membership);
              at.record({
                type: 'member.role_changed',
                target,
                data: { user_id: userId, from: present.role, to: role },
              });
              if (userId === found.user.id && isOrphaned(active)) adopted();
            } else notingOversight(at, roomSeen(found, found.room, found.membership));
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
          at.put(rooms, room);
          at.put(memberships, membership);
          at.record({ type: 'member.added', target, data: { user_id: userId, role } });
          if (userId === found.user.id && isOrphaned(active)) adopted();
          return { ...memberSeen(deps.classification, membership, user), added: true };
        },
      }),
    );
  };
