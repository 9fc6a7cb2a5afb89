import {
  isLiveInUnit,
  MAX_UNIT_DEPTH,
  type OrgUnit,
  type OrgUnitId,
  type UnitMembership,
  type User,
} from '@strongroom/domain';
import type { Ids, Ref } from '@strongroom/ports';
import { refTo } from '../store/collection.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../store/organisation.ts';
import type { SignedIn } from './context.ts';
import type { Deps } from './deps.ts';
import type { Snapshot } from './identity-map.ts';
import { type CurrentCaller, whoAsks, whoRefs } from './sight.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** The line of units found by round one, or one unit that does not exist. */
export const lineOfPath = (ctx: SignedIn, ids: Ids): readonly OrgUnitId[] =>
  ctx.located.unitLine ?? [ids.uuid<OrgUnitId>()];

/**
 * Documents that round two reads about the caller and a unit: the caller's memberships in it and in every unit above,
 * and as many more as there can be, so that the work does not tell external users how deep a unit is.
 */
export const unitRefs = (ctx: SignedIn, line: readonly OrgUnitId[]): readonly Ref[] => [
  ...whoRefs(ctx),
  ...line.slice(-1).map((id) => refTo(orgUnits, id)),
  ...line.map((id) => refTo(unitMemberships, unitMembershipId(id, ctx.credential.userId))),
  ...Array.from({ length: MAX_UNIT_DEPTH - line.length }, (_, level) =>
    refTo(unitMemberships, unitMembershipId(`no-unit-${level}`, ctx.credential.userId)),
  ),
];

export type AtUnit = CurrentCaller & Readonly<{ unit: OrgUnit | undefined; administered: readonly OrgUnitId[] }>;

/** The caller, the unit at the end of the line, and the units of the line that the caller administers. */
export function atUnit(
  deps: Pick<Deps, 'labelRules' | 'clock'>,
  uow: Snapshot,
  ctx: SignedIn,
  line: readonly OrgUnitId[],
): AtUnit {
  const who = whoAsks(deps, uow, ctx);
  return { ...who, ...unitInLine(uow, who.user, line) };
}

/** The unit at the end of a line, and the units of the line that a user administers. */
export function unitInLine(
  uow: Snapshot,
  user: User,
  line: readonly OrgUnitId[],
): Pick<AtUnit, 'unit' | 'administered'> {
  const own = line.at(-1);
  const administered = line.filter((id) => {
    const membership = uow.find(unitMemberships, unitMembershipId(id, user.id));
    return isLiveInUnit(membership, user) && membership.role === 'department_admin';
  });
  return { unit: own === undefined ? undefined : uow.find(orgUnits, own), administered };
}

/** Expects the caller's memberships in the unit and above it, which may grant the operation. */
export function expectPlaces(uow: UnitOfWork, { user, unit, administered }: AtUnit): void {
  for (const id of new Set([...administered, ...(unit ? [unit.id] : [])])) {
    const place = unitMembershipId(id, user.id);
    if (uow.find(unitMemberships, place) !== undefined) uow.expect(unitMemberships, place);
  }
}

/** The caller's own membership in the unit. */
export const unitMembershipOf = (uow: Snapshot, { user, unit }: AtUnit): UnitMembership | undefined =>
  unit && uow.find(unitMemberships, unitMembershipId(unit.id, user.id));
