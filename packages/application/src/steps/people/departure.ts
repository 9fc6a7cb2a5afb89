import { countIn, dropMember, isRoot, isThere, type LiveRoom, type OwnerTaken, type UserId } from '@strongroom/domain';
import { SYSTEM } from '../../kernel/audit-entry.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument } from '../../kernel/identity-map.ts';
import { roomTarget, unitTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../store/organisation.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { type DepartureChanges, whatToLeave } from './what-to-leave.ts';

/** Number of memberships per commit, by attempt: the fewer rooms a commit replaces, the fewer conflicts it meets. */
const SLICES = [500, 500, 100, 20, 4];

type Options = Readonly<{
  /** Memberships of that epoch and later ones stay: the user was reactivated meanwhile. */
  before?: number;
  /**
   * Maximum number of memberships per commit in later attempts, when every commit meets a change of one of the rooms.
   */
  least?: 0 | 1;
}>;

/** Removes a user from rooms and units in slices: `loadMore` finds the next slice, `leave` writes it. */
export function departUser(
  deps: Pick<Deps, 'documents'>,
  userId: UserId,
  { before = Number.POSITIVE_INFINITY, least = 1 }: Options,
) {
  let leaving: DepartureChanges = { rooms: [], units: [], known: [] };
  let attempts = 0;
  return {
    /** Makes the next slice a full one again. Call it before each slice, not before its retries. */
    begin: (): void => {
      attempts = 0;
    },
    loadMore: async (): Promise<readonly ListedDocument[]> => {
      leaving = await whatToLeave(deps, userId, { before, most: SLICES[attempts++] ?? least });
      return leaving.known;
    },
    /** `by`: the user who deactivated or removed them, recorded in the rooms they owned. */
    leave: (uow: UnitOfWork, by: OwnerTaken | undefined): void => {
      const orphans: LiveRoom[] = [];
      for (const { roomId, role } of leaving.rooms) {
        const room = uow.find(rooms, roomId);
        uow.remove(memberships, membershipId(roomId, userId));
        if (!isThere(room)) continue;
        const after = dropMember(room, userId, by);
        uow.put(rooms, after);
        if (role === 'owner' && after.owners.length === 0) orphans.push(after);
        // Recorded in the log of the room, which its owners read, and under its label.
        uow.record({ type: 'member.removed', target: roomTarget(roomId, room), data: { user_id: userId, role } });
      }
      const [first] = orphans;
      if (first !== undefined) {
        const labels = [...new Set(orphans.map(({ label }) => label))];
        uow.schedule({ kind: 'mail-orphans', data: { labels, mailId: `${userId}-${first.id}` } });
      }
      for (const { unitId } of leaving.units) {
        const unit = uow.find(orgUnits, unitId);
        if (unit && !isRoot(unit)) uow.put(orgUnits, countIn(unit, 'members', -1));
        uow.remove(unitMemberships, unitMembershipId(unitId, userId));
        uow.record({ type: 'org_unit.member_removed', target: unitTarget(unitId), data: { user_id: userId } });
      }
    },
    isOver: (): boolean => leaving.rooms.length + leaving.units.length === 0,
  };
}

/** Ends all memberships of a user from before that epoch. May be interrupted anywhere and repeated. */
export async function leaveEverything(
  deps: Pick<Deps, 'documents' | 'runner'>,
  userId: UserId,
  { before, by }: Readonly<{ before: number; by: OwnerTaken | undefined }>,
  afterSlice: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { begin, loadMore, leave, isOver } = departUser(deps, userId, { before });
  for (;;) {
    begin();
    await loadMore();
    if (isOver()) return;
    await deps.runner.run({ author: SYSTEM, refs: [], serializeOn: userId, loadMore, apply: (uow) => leave(uow, by) });
    await afterSlice();
  }
}
