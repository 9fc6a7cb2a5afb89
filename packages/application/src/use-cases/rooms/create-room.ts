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
import type { Deps } from '../../deps.ts';
import { allowance } from '../../kernel/allowance.ts';
import type { RoomSeen } from '../../kernel/answers.ts';
import { refTo, stateOf } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Snapshot } from '../../kernel/draft.ts';
import { authorOf } from '../../kernel/entry.ts';
import { asItIs } from '../../kernel/keeping.ts';
import { knownLabel } from '../../kernel/labels.ts';
import { named } from '../../kernel/named.ts';
import { answeredBefore, once, onceRefs } from '../../kernel/once.ts';
import { organisationTarget } from '../../kernel/organisation-target.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { roomSeen } from '../../kernel/seen.ts';
import { roomTarget } from '../../kernel/sight.ts';
import { usingLabels } from '../../kernel/using-labels.ts';
import { ORGANISATION, organisations, orgUnits } from '../../repositories/organisation.ts';
import { memberships, rooms } from '../../repositories/rooms.ts';
import { atUnit, expectPlaces, unitMembershipOf, unitRefs, unitTarget } from '../org-units/at-unit.ts';

type Input = Readonly<{
  name: RoomName;
  description?: RoomDescription | undefined;
  classification: Label;
  orgUnitId?: string | undefined;
}>;

type Needs = Pick<
  Deps,
  | 'journal'
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
    const allowed = (at: Snapshot) => mayCreateIn(deps, at, ctx, line, label);

    const isRepeated = await deps.journal.run({
      author,
      refs: [...refs, ...onceRefs(deps, owner)],
      decide: (at) => {
        allowed(at);
        return answeredBefore(deps, owner, at);
      },
    });
    if (!isRepeated) await countRoom(ctx.credential.userId);
    const roomId = deps.ids.uuid<RoomId>();
    // A repeated request makes no room, and so no key.
    const kmsKeyId = isRepeated ? undefined : await deps.keys.createKey({ orgId: deps.orgId, roomId });
    const committed = deps.journal.run(
      once(deps, owner, asItIs<RoomSeen>(), {
        author,
        refs,
        ...(line.length > 1 ? { hot: line.join('/') } : {}),
        decide: (at) => {
          const { unit, ...who } = allowed(at);
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
          usingLabels(deps, at);
          expectPlaces(at, { ...who, unit });
          at.put(rooms, room);
          at.put(memberships, membership);
          // The unit is replaced with its rooms, so that it cannot be deleted beside one that is just being made.
          if (!isRoot(unit)) at.put(orgUnits, countIn(unit, 'rooms', 1));
          at.record({ type: 'room.created', target: roomTarget(roomId, room) });
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
  const id = named(OrgUnitId, orgUnitId, deps.ids);
  const [document] = await deps.documents.read([refTo(orgUnits, id)]);
  return document ? lineOf(stateOf(orgUnits, document)) : [id];
}

function mayCreateIn(deps: Needs, at: Snapshot, ctx: SignedIn, line: readonly OrgUnitId[], label: Label) {
  const found = atUnit(deps, at, ctx, line);
  permit(decide('room.create', { ...found, label }), organisationTarget(deps.orgId));
  const decision = decide('org_unit.place_rooms', { ...found, unitMembership: unitMembershipOf(at, found) });
  permit(decision, unitTarget(line.at(-1) ?? deps.rootUnitId));
  const { unit } = found;
  if (unit === undefined) throw new DomainError('ORG_UNIT_NOT_FOUND');
  return { ...found, unit };
}
