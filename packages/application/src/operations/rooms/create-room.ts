import {
  countIn,
  createRoom as create,
  DomainError,
  decide,
  isRoot,
  type Label,
  lineOf,
  type MembershipId,
  NO_DESCRIPTION,
  OrgUnitId,
  type RoomDescription,
  type RoomId,
  type RoomName,
} from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { allowance } from '../../kernel/allowance.ts';
import type { RoomSeen } from '../../kernel/answers.ts';
import { atUnit, expectPlaces, unitMembershipOf, unitRefs, unitTarget } from '../../kernel/at-unit.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { answeredBefore, idempotencyRefs, idempotent } from '../../kernel/idempotent.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { knownLabel } from '../../kernel/labels.ts';
import { organisationTarget } from '../../kernel/organisation-target.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { verbatim } from '../../kernel/replay.ts';
import { roomTarget } from '../../kernel/sight.ts';
import { usingLabels } from '../../kernel/using-labels.ts';
import { roomSeen } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { ORGANISATION, organisations, orgUnits } from '../../store/organisation.ts';
import { memberships, rooms } from '../../store/rooms.ts';

type Input = Readonly<{
  name: RoomName;
  description?: RoomDescription | undefined;
  classification: Label;
  orgUnitId?: string | undefined;
}>;

type Needs = Pick<
  Deps,
  | 'runner'
  | 'documents'
  | 'secrets'
  | 'clock'
  | 'ids'
  | 'keys'
  | 'limiter'
  | 'roomsPerMinute'
  | 'classification'
  | 'orgId'
  | 'rootUnitId'
>;

/**
 * Creates a room with its own key-encryption key; the caller becomes its owner. Interface section 4, "Rooms".
 * Throws INVALID_CLASSIFICATION, INSUFFICIENT_ROLE, CLEARANCE_INSUFFICIENT, ORG_UNIT_NOT_FOUND, RATE_LIMIT_EXCEEDED.
 */
export const createRoom = (deps: Needs) => {
  const countRoom = allowance(deps, { name: 'rooms', perMinute: deps.roomsPerMinute });
  return async (ctx: SignedIn, input: Input): Promise<RoomSeen> => {
    const label = knownLabel(deps.classification, input.classification);
    const line = await lineOfUnit(deps, input.orgUnitId);
    const refs = [...unitRefs(ctx, line), refTo(organisations, ORGANISATION)];
    const author = authorOf(ctx);
    const owner = ownerOf(ctx);
    const allowed = (uow: Snapshot) => mayCreateIn(deps, uow, ctx, line, label);

    const isRepeated = await deps.runner.run({
      author,
      refs: [...refs, ...idempotencyRefs(deps, owner)],
      apply: (uow) => {
        allowed(uow);
        return answeredBefore(deps, owner, uow);
      },
    });
    if (!isRepeated) await countRoom(ctx.credential.userId);
    const roomId = deps.ids.uuid<RoomId>();
    // A repeated request makes no room, and so no key.
    const kmsKeyId = isRepeated ? undefined : await deps.keys.createKey({ orgId: deps.orgId, roomId });
    const committed = deps.runner.run(
      idempotent(deps, owner, verbatim<RoomSeen>(), {
        author,
        refs,
        ...(line.length > 1 ? { serializeOn: line.join('/') } : {}),
        apply: (uow) => {
          const { unit, ...who } = allowed(uow);
          if (kmsKeyId === undefined) throw new DomainError('IDEMPOTENCY_CONFLICT');
          const { room, membership } = create({
            id: roomId,
            label,
            orgUnitId: unit.id,
            createdBy: who.user.id,
            createdAt: deps.clock.now(),
            name: input.name,
            description: input.description ?? NO_DESCRIPTION,
            kmsKeyId,
            membershipId: deps.ids.uuid<MembershipId>(),
            epoch: who.user.epoch,
          });
          usingLabels(deps, uow);
          expectPlaces(uow, { ...who, unit });
          uow.put(rooms, room);
          uow.put(memberships, membership);
          // The unit is replaced with its rooms, so that it cannot be deleted beside one that is just being made.
          if (!isRoot(unit)) uow.put(orgUnits, countIn(unit, 'rooms', 1));
          uow.record({ type: 'room.created', target: roomTarget(roomId, room) });
          return roomSeen(who, room, membership);
        },
      }),
    );
    const seen = await committed.catch(async (error: unknown) => {
      // Nobody would ever destroy a key that no room names. Where the room may be there nevertheless, it stays.
      const isUnknown = error instanceof Unavailable && error.maybeDone;
      if (kmsKeyId !== undefined && !isUnknown) await deps.keys.destroyKey(kmsKeyId).catch(() => undefined);
      throw error;
    });
    // Of two equal requests at the same time both made a key, and only one a room.
    if (kmsKeyId !== undefined && seen.room.kmsKeyId !== kmsKeyId) await deps.keys.destroyKey(kmsKeyId);
    return seen;
  };
};

async function lineOfUnit(deps: Needs, orgUnitId: string | undefined): Promise<readonly OrgUnitId[]> {
  if (orgUnitId === undefined || orgUnitId === deps.rootUnitId) return [deps.rootUnitId];
  const id = idOrRandom(OrgUnitId, orgUnitId, deps.ids);
  const [document] = await deps.documents.read([refTo(orgUnits, id)]);
  return document ? lineOf(stateOf(orgUnits, document)) : [id];
}

function mayCreateIn(deps: Needs, uow: Snapshot, ctx: SignedIn, line: readonly OrgUnitId[], label: Label) {
  const found = atUnit(deps, uow, ctx, line);
  permit(decide('room.create', { ...found, label }), organisationTarget(deps.orgId));
  const decision = decide('org_unit.place_rooms', { ...found, unitMembership: unitMembershipOf(uow, found) });
  permit(decision, unitTarget(line.at(-1) ?? deps.rootUnitId));
  const { unit } = found;
  if (unit === undefined) throw new DomainError('ORG_UNIT_NOT_FOUND');
  return { ...found, unit };
}
