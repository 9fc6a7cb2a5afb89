import { isLiveInUnit, type OrgUnit, type OrgUnitId, type Target, type UnitMembership } from '@strongroom/domain';
import type { Ids, Ref } from '@strongroom/ports';
import type { Deps } from '../../deps.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Snapshot } from '../../kernel/draft.ts';
import { type Who, whoAsks, whoRefs } from '../../kernel/sight.ts';
import type { Writing } from '../../kernel/writing.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../repositories/organisation.ts';

/** The line of units that round one found, or one unit that nobody has. */
export const lineOfPath = (ctx: SignedIn, ids: Ids): readonly OrgUnitId[] =>
  ctx.located.unitLine ?? [ids.uuid<OrgUnitId>()];

/** What round two reads to know who asks about which unit: the caller's place in it and in every unit above. */
export const unitRefs = (ctx: SignedIn, line: readonly OrgUnitId[]): readonly Ref[] => [
  ...whoRefs(ctx),
  ...line.slice(-1).map((id) => refTo(orgUnits, id)),
  ...line.map((id) => refTo(unitMemberships, unitMembershipId(id, ctx.credential.userId))),
];

export type AtUnit = Who & Readonly<{ unit: OrgUnit | undefined; administered: readonly OrgUnitId[] }>;

/** Who asks, the unit at the end of the line, and which units of the line the caller administers. */
export function atUnit(
  deps: Pick<Deps, 'classification' | 'clock'>,
  at: Snapshot,
  ctx: SignedIn,
  line: readonly OrgUnitId[],
): AtUnit {
  const who = whoAsks(deps, at, ctx);
  const own = line.at(-1);
  const administered = line.filter((id) => {
    const membership = at.find(unitMemberships, unitMembershipId(id, who.user.id));
    return isLiveInUnit(membership, who.user) && membership.role === 'department_admin';
  });
  return { ...who, unit: own === undefined ? undefined : at.find(orgUnits, own), administered };
}

/** Expects the caller's memberships in the unit and above it, by which they may do more than others. */
export function expectPlaces(at: Writing, { user, unit, administered }: AtUnit): void {
  for (const id of new Set([...administered, ...(unit ? [unit.id] : [])])) {
    const place = unitMembershipId(id, user.id);
    if (at.find(unitMemberships, place) !== undefined) at.expect(unitMemberships, place);
  }
}

/** The caller's own membership in the unit. */
export const unitMembershipOf = (at: Snapshot, { user, unit }: AtUnit): UnitMembership | undefined =>
  unit && at.find(unitMemberships, unitMembershipId(unit.id, user.id));

/** A unit as the audit log names it. */
export const unitTarget = (id: string): Target => ({ type: 'org_unit', id, roomId: null, label: null });
