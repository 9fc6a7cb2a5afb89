import {
  type Ability,
  type Instant,
  isLive,
  isOrphaned,
  isThere,
  noteAdoption,
  type RoomId,
  type RoomRole,
  UserId,
} from '@strongroom/domain';
import { activeOwners } from '../../kernel/active-owners.ts';
import type { MemberSeen } from '../../kernel/answers.ts';
import { commonRoomsOf } from '../../kernel/common-rooms.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { inRoom } from '../../kernel/in-room.ts';
import { memberMay } from '../../kernel/may.ts';
import { notingOversight } from '../../kernel/noting-oversight.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { replayVerbatim } from '../../kernel/replay.ts';
import { type AtRoom, atRoom } from '../../kernel/sight.ts';
import { memberFound, memberSeen, roomSeen } from '../../kernel/views.ts';
import { GroupsToJoin } from '../../steps/rooms/groups-to-join.ts';
import { joinRoom } from '../../steps/rooms/join-room.ts';
import { memberReplay } from '../../steps/rooms/member-replay.ts';
import { refTo } from '../../store/collection.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

type AddMemberInput = Readonly<{
  roomId: RoomId;
  userId: string;
  role: RoomRole;
  expiresAt?: Instant | null | undefined;
  /** Groups of the room, for its owners. */
  groupIds?: readonly string[] | undefined;
}>;
type Added = MemberSeen & Readonly<{ added: boolean }>;

/**
 * Adds a member, or changes the role of one, and puts them into groups. A low clearance is not a reason to refuse, because access is computed at each
 * request. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE, USER_NOT_FOUND, GROUP_NOT_FOUND, USER_ERASED, ROOM_ARCHIVED,
 * LAST_ROOM_OWNER, LIMIT_REACHED, VALIDATION_ERROR.
 */
export const addMember =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids' | 'externalOwners'>) =>
  (ctx: SignedIn, { roomId, role, expiresAt, groupIds = [], ...input }: AddMemberInput): Promise<Added> => {
    const { externalOwners = 'off' } = deps;
    const userId = idOrRandom(UserId, input.userId, deps.ids);
    const id = membershipId(roomId, userId);
    const groups = new GroupsToJoin(deps, roomId, groupIds);
    const owners = activeOwners(deps, (snapshot) => atRoom(deps, snapshot, ctx, roomId));
    const common = commonRoomsOf(deps, ctx, userId);
    const mayNow = (snapshot: Snapshot, at: AtRoom): readonly Ability<'member'>[] => {
      const member = snapshot.find(memberships, id);
      const room = owners.of(snapshot, at.room);
      return member ? memberMay(deps, { ...at, room, member, target: snapshot.find(users, userId) }) : [];
    };
    return inRoom(deps, ctx, roomId, {
      action: 'room.members.add',
      refs: [refTo(users, userId), refTo(memberships, id), ...groups.refs],
      loadMore: async (snapshot) => [...(await owners.loadMore(snapshot)), ...(await common.loadMore(snapshot))],
      serializeOn: roomId,
      replay: memberReplay(replayVerbatim<Added>(), deps, ctx, roomId),
      complete: (added, present, uow) => ({ ...added, may: mayNow(uow, present()) }),
      facts: (snapshot, { room }) => {
        const target = snapshot.find(users, userId);
        const member = snapshot.find(memberships, id);
        const now = deps.clock.now();
        const from = target && isLive(member, target, now) ? member.role : null;
        return { room: owners.of(snapshot, room), target, common: common.of(), from, to: role, externalOwners, now };
      },
      apply: (uow, found, target): Added => {
        const user = uow.get(users, userId);
        // A deactivation lists memberships after its commit: earlier ones are found, and later ones conflict with it.
        uow.expect(users, userId);
        const stored = uow.find(memberships, id);
        const adopts = userId === found.user.id && isOrphaned(owners.of(uow, found.room));
        const { membership, added, isChanged } = joinRoom(deps, uow, {
          room: found.room,
          stored,
          user,
          role,
          expiresAt,
          groups: groups.permitted(uow, found, target),
          by: found.user.id,
          target,
        });
        if (!isChanged) notingOversight(uow, roomSeen(found, found.room, found.membership));
        else if (adopts) {
          uow.record({ type: 'room.adopted', target, data: { user_id: userId } });
          const room = uow.get(rooms, roomId);
          const noted = isThere(room) ? noteAdoption(room, userId, deps.clock.now()) : undefined;
          if (noted !== undefined) {
            uow.put(rooms, noted);
            uow.schedule({ kind: 'mail-adoption', data: { roomId, userId, mailId: deps.ids.uuid() } });
          }
        }
        return { ...memberSeen(found, memberFound({ ...found, now: found.subject.asOf }, membership, user)), added };
      },
    });
  };
