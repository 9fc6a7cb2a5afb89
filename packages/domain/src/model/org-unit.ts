import type { ExternalId } from '../values/directory-entry.ts';
import { DomainError } from '../values/errors.ts';
import type { OrgUnitId, UserId } from '../values/ids.ts';
import type { UnitRole } from '../values/roles.ts';
import type { OrgUnitName, RoomDescription } from '../values/text.ts';
import type { Instant } from '../values/time.ts';

/**
 * A unit of the organisation. The root unit exists from the start and cannot be deleted. INVARIANT: `children`, `rooms`
 * and `members` are the true numbers, except in the root, which does not count: creating a room would always change one
 * document, and the root is never deleted.
 */
export type OrgUnit = Readonly<{
  id: OrgUnitId;
  name: OrgUnitName;
  description: RoomDescription;
  parentId: OrgUnitId | null;
  /** From the root down to the parent. Units are not moved, so these never change. */
  ancestors: readonly OrgUnitId[];
  children: number;
  rooms: number;
  members: number;
  createdAt: Instant;
  /** Identifier of the directory whose group this is. Absent for others. */
  externalId?: ExternalId;
}>;

/** A user in a unit. */
export type UnitMembership = Readonly<{
  unitId: OrgUnitId;
  userId: UserId;
  role: UnitRole;
  /** The user's epoch when added. */
  epoch: number;
  createdAt: Instant;
}>;

/** The root has depth 1. */
export const MAX_UNIT_DEPTH = 8;

export const isRoot = (unit: Pick<OrgUnit, 'parentId'>): boolean => unit.parentId === null;

/** The unit and all units above it, from the root down. */
export const lineOf = (unit: Pick<OrgUnit, 'id' | 'ancestors'>): readonly OrgUnitId[] => [...unit.ancestors, unit.id];

type NewUnit = Readonly<{ id: OrgUnitId; name: OrgUnitName; description: RoomDescription; at: Instant }> &
  Readonly<{ externalId?: ExternalId | undefined }>;

const emptyUnit = (of: NewUnit, place: Pick<OrgUnit, 'parentId' | 'ancestors'>): OrgUnit => ({
  id: of.id,
  name: of.name,
  description: of.description,
  ...place,
  children: 0,
  rooms: 0,
  members: 0,
  createdAt: of.at,
  ...(of.externalId !== undefined && { externalId: of.externalId }),
});

/** The unit above all others. */
export const rootUnit = (of: NewUnit): OrgUnit => emptyUnit(of, { parentId: null, ancestors: [] });

/** A unit below `parent`. Throws LIMIT_REACHED below the eighth level. */
export function unitBelow(parent: OrgUnit, of: NewUnit): OrgUnit {
  const ancestors = lineOf(parent);
  if (ancestors.length >= MAX_UNIT_DEPTH)
    throw new DomainError('LIMIT_REACHED', { message: `Org units are at most ${MAX_UNIT_DEPTH} levels deep.` });
  return emptyUnit(of, { parentId: parent.id, ancestors });
}

type UnitChange = Readonly<{
  name?: OrgUnitName | undefined;
  description?: RoomDescription | undefined;
  /** Null takes it away. */
  externalId?: ExternalId | null | undefined;
}>;

/** Changes what a unit is called; equal values change nothing. */
export function editOrgUnit(unit: OrgUnit, { name, description, externalId }: UnitChange): OrgUnit {
  const { externalId: before, ...rest } = unit;
  const after = externalId === undefined ? before : (externalId ?? undefined);
  const next = { ...rest, name: name ?? unit.name, description: description ?? unit.description };
  if (next.name === unit.name && next.description === unit.description && after === before) return unit;
  return after === undefined ? next : { ...next, externalId: after };
}

/** The counters of a unit, with the error code of decrementing zero. */
const COUNTED = { children: 'ORG_UNIT_NOT_FOUND', rooms: 'ROOM_NOT_FOUND', members: 'MEMBER_NOT_FOUND' } as const;

/** Adds `by` (1 or −1) to a counter. The root does not count. Throws the code of `COUNTED` below zero. */
export function countIn(unit: OrgUnit, what: keyof typeof COUNTED, by: number): OrgUnit {
  if (isRoot(unit)) return unit;
  if (unit[what] + by < 0) throw new DomainError(COUNTED[what]);
  return { ...unit, [what]: unit[what] + by };
}

/** Throws ORG_UNIT_NOT_EMPTY for the root and for a unit that is not empty. */
export function assertDeletable(unit: OrgUnit): void {
  if (isRoot(unit) || unit.children + unit.rooms + unit.members > 0) throw new DomainError('ORG_UNIT_NOT_EMPTY');
}

/** False if the user was deactivated since. */
export const isLiveInUnit = (
  membership: UnitMembership | undefined,
  user: Readonly<{ id: UserId; epoch: number }>,
): membership is UnitMembership =>
  membership !== undefined && membership.userId === user.id && membership.epoch === user.epoch;
