import {
  createRoom as create,
  DomainError,
  decide,
  type Label,
  type MembershipId,
  NO_DESCRIPTION,
  OrgUnitId,
  type RoomDescription,
  type RoomId,
  type RoomName,
} from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { RoomSeen } from '../../kernel/answers.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Snapshot } from '../../kernel/draft.ts';
import { authorOf } from '../../kernel/entry.ts';
import { knownLabel } from '../../kernel/labels.ts';
import { named } from '../../kernel/named.ts';
import { roomSeen } from '../../kernel/seen.ts';
import { roomTarget, type Who, whoAsks, whoRefs } from '../../kernel/sight.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../repositories/organisation.ts';
import { memberships, rooms } from '../../repositories/rooms.ts';

type Input = Readonly<{
  name: RoomName;
  description?: RoomDescription | undefined;
  classification: Label;
  orgUnitId?: string | undefined;
}>;

/**
 * Creates a room with its own key-encryption key; the caller becomes its owner. Interface section 4, "Rooms".
 * Throws INVALID_CLASSIFICATION, INSUFFICIENT_ROLE, CLEARANCE_INSUFFICIENT, ORG_UNIT_NOT_FOUND.
 */
export const createRoom =
  (deps: Pick<Deps, 'journal' | 'clock' | 'ids' | 'keys' | 'classification' | 'orgId' | 'rootUnitId'>) =>
  async (ctx: SignedIn, input: Input): Promise<RoomSeen> => {
    const label = knownLabel(deps.classification, input.classification);
    const roomId = deps.ids.uuid<RoomId>();
    const unitId = input.orgUnitId === undefined ? deps.rootUnitId : named(OrgUnitId, input.orgUnitId, deps.ids);
    const refs = [
      ...whoRefs(ctx),
      refTo(orgUnits, unitId),
      refTo(unitMemberships, unitMembershipId(unitId, ctx.credential.userId)),
    ];
    const allowed = (at: Snapshot): Who => {
      const who = whoAsks(deps, at, ctx);
      permit(decide('room.create', { ...who, label }), {
        type: 'organisation',
        id: deps.orgId,
        roomId: null,
        label: null,
      });
      if (!mayPlaceIn(at, who, unitId, deps.rootUnitId)) throw new DomainError('ORG_UNIT_NOT_FOUND');
      return who;
    };

    await deps.journal.run({ author: authorOf(ctx), refs, decide: allowed });
    const kmsKeyId = await deps.keys.createKey({ orgId: deps.orgId, roomId });
    return deps.journal.run({
      author: authorOf(ctx),
      refs,
      decide: (at) => {
        const who = allowed(at);
        const { room, membership } = create({
          id: roomId,
          label,
          orgUnitId: unitId,
          createdBy: who.user.id,
          createdAt: deps.clock.now(),
          name: input.name,
          description: input.description ?? NO_DESCRIPTION,
          kmsKeyId,
          membershipId: deps.ids.uuid<MembershipId>(),
          epoch: who.user.epoch,
        });
        at.put(rooms, room);
        at.put(memberships, membership);
        at.record({ type: 'room.created', target: roomTarget(roomId, room) });
        return roomSeen(who, room, membership);
      },
    });
  };

/** The root always; any other unit for owners and domain admins, else one the caller belongs to. */
function mayPlaceIn(at: Snapshot, who: Who, unitId: OrgUnitId, rootUnitId: OrgUnitId): boolean {
  if (unitId === rootUnitId) return true;
  if (at.find(orgUnits, unitId) === undefined) return false;
  if (who.subject.role === 'owner' || who.subject.role === 'domain_admin') return true;
  return at.find(unitMemberships, unitMembershipId(unitId, who.user.id))?.epoch === who.user.epoch;
}
