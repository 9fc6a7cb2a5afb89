import {
  type BinDays,
  countIn,
  createRoom as create,
  DomainError,
  isRoot,
  type Label,
  lineOf,
  type MembershipId,
  NO_DESCRIPTION,
  type Numbering,
  OrgUnitId,
  type RoomDescription,
  RoomId,
  type RoomName,
  type Structure,
  setStructure,
  TOP_FOLDER,
} from '@strongroom/domain';
import { type ReadAnswer, Unavailable } from '@strongroom/ports';
import { takeAllowance } from '../../kernel/allowance.ts';
import type { RoomSeen } from '../../kernel/answers.ts';
import { asCaller, lookAsCaller } from '../../kernel/as-caller.ts';
import { atUnit, expectPlaces, unitMembershipOf, unitRefs } from '../../kernel/at-unit.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { knownLabel } from '../../kernel/labels.ts';
import { type RoomMayDeps, roomMay, roomNow } from '../../kernel/may.ts';
import { neighbouringIds } from '../../kernel/neighbouring-ids.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutField } from '../../kernel/replay.ts';
import type { AtRoom } from '../../kernel/sight.ts';
import { organisationTarget, roomTarget, unitTarget } from '../../kernel/targets.ts';
import { usingLabels } from '../../kernel/using-labels.ts';
import { roomSeen } from '../../kernel/views.ts';
import { assertKept, KEPT_REF } from '../../steps/folders/kept-folders.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { ORGANISATION, organisations, orgUnits } from '../../store/organisation.ts';
import { memberships, rooms } from '../../store/rooms.ts';

type CreateRoomInput = Readonly<{
  name: RoomName;
  description?: RoomDescription | undefined;
  classification: Label;
  orgUnitId?: string | undefined;
  anonymousLinks?: boolean | undefined;
  structure?: Structure | undefined;
  binDays?: BinDays | undefined;
  numbering?: Numbering | undefined;
}>;

type CreateRoomDeps = OperationDeps &
  RoomMayDeps &
  Pick<Deps, 'documents' | 'ids' | 'keys' | 'limiter' | 'roomsPerMinute' | 'orgId' | 'rootUnitId'>;

/**
 * Creates a room with its own key-encryption key; the caller becomes its owner.
 * Throws INVALID_CLASSIFICATION, INSUFFICIENT_ROLE, CLEARANCE_INSUFFICIENT, ORG_UNIT_NOT_FOUND,
 * RATE_LIMIT_EXCEEDED, Unavailable.
 */
export const createRoom = (deps: CreateRoomDeps) => {
  const countRoom = takeAllowance(deps, { name: 'rooms', perMinute: deps.roomsPerMinute });
  const newId = neighbouringIds(deps);
  return async (ctx: SignedIn, input: CreateRoomInput): Promise<RoomSeen> => {
    const label = knownLabel(deps.labelRules, input.classification);
    const { line, read } = await lineOfUnit(deps, input.orgUnitId);
    const creation = {
      action: 'room.create',
      refs: [
        ...unitRefs(ctx, line),
        refTo(organisations, ORGANISATION),
        ...(input.numbering === 'fixed' ? [KEPT_REF] : []),
      ],
      moreRead: () => [read],
      facts: (snapshot: Snapshot) => {
        const found = atUnit(deps, snapshot, ctx, line);
        return { ...found, label, unitMembership: unitMembershipOf(snapshot, found) };
      },
    } as const;
    const target =
      input.orgUnitId === undefined ? organisationTarget(deps.orgId) : unitTarget(line.at(-1) ?? deps.rootUnitId);
    const { isRepeated } = await lookAsCaller(deps, ctx, target, creation);
    if (!isRepeated) await countRoom(ctx.credential.userId);
    const roomId = RoomId.parse(newId());
    // A repeated request creates neither room nor key.
    const kmsKeyId = isRepeated ? undefined : await deps.keys.createKey({ orgId: deps.orgId, roomId });
    const committed = asCaller(deps, ctx, target, {
      ...creation,
      ...(line.length > 1 ? { serializeOn: line.join('/') } : {}),
      // Older versions stored no `memberCount`, `isFavourite` and `visit`; the creator sees every member.
      replay: {
        store: (answer: Created) => withoutField(answer, 'at'),
        restore: (kept: RoomSeen): Created => ({
          ...kept,
          memberCount: kept.room.memberCount,
          isFavourite: false,
          visit: null,
        }),
      },
      apply: (uow, who): Created => {
        const place = atUnit(deps, uow, ctx, line);
        expectPlaces(uow, place);
        const { unit } = place;
        if (input.numbering === 'fixed') assertKept(uow);
        if (kmsKeyId === undefined || unit === undefined) throw new DomainError('IDEMPOTENCY_CONFLICT');
        const { room: made, membership } = create({
          id: roomId,
          label,
          orgUnitId: unit.id,
          createdBy: who.user.id,
          createdAt: deps.clock.now(),
          name: input.name,
          description: input.description ?? NO_DESCRIPTION,
          kmsKeyId,
          anonymousLinks: input.anonymousLinks,
          binDays: input.binDays,
          numbering: input.numbering,
          membershipId: deps.ids.uuid<MembershipId>(),
          epoch: who.user.epoch,
        });
        const room = setStructure(made, TOP_FOLDER, input.structure ?? 'open');
        usingLabels(deps, uow);
        uow.put(rooms, room);
        uow.put(memberships, membership);
        // Replacing the unit makes its deletion conflict with the new room.
        if (!isRoot(unit)) uow.put(orgUnits, countIn(unit, 'rooms', 1));
        uow.record({ type: 'room.created', target: roomTarget(roomId, room) });
        return { ...roomSeen(who, room, membership), at: { ...who, room, membership } };
      },
    });
    const { at, ...seen } = await committed.catch(async (error: unknown) => {
      // No job destroys a key without a room. If the room may exist nevertheless, its key stays.
      const isUnknown = error instanceof Unavailable && error.maybeDone;
      if (kmsKeyId !== undefined && !isUnknown) await deps.keys.destroyKey(kmsKeyId).catch(() => undefined);
      throw error;
    });
    // Two concurrent equal requests both create a key, but only one a room.
    if (kmsKeyId !== undefined && seen.room.kmsKeyId !== kmsKeyId) await deps.keys.destroyKey(kmsKeyId);
    return { ...seen, may: await roomMay(deps, at ?? (await roomNow(deps, ctx, seen.room.id))) };
  };
};

/** `at`: the facts of the caller in a room that was created just now. */
type Created = RoomSeen & Readonly<{ at?: AtRoom }>;

type Line = Readonly<{ line: readonly OrgUnitId[]; read: ReadAnswer }>;

/** Units from the root down to one, and what was read for it. */
async function lineOfUnit(deps: CreateRoomDeps, orgUnitId: string | undefined): Promise<Line> {
  if (orgUnitId === undefined || orgUnitId === deps.rootUnitId) return { line: [deps.rootUnitId], read: [] };
  const id = idOrRandom(OrgUnitId, orgUnitId, deps.ids);
  const read = await deps.documents.read([refTo(orgUnits, id)]);
  const [document] = read;
  return { line: document ? lineOf(stateOf(orgUnits, document)) : [id], read };
}
