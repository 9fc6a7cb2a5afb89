import type { OrgUnitId, UserId } from '../values/ids.ts';
import type { UnitRole } from '../values/roles.ts';
import type { OrgUnitName, RoomDescription } from '../values/text.ts';
import type { Instant } from '../values/time.ts';

/** A unit of the organisation. The root unit exists from the start and cannot be deleted. */
export type OrgUnit = Readonly<{
  id: OrgUnitId;
  name: OrgUnitName;
  description: RoomDescription;
  parentId: OrgUnitId | null;
  /** From the root down to the parent. */
  ancestors: readonly OrgUnitId[];
  createdAt: Instant;
}>;

/** A user in a unit. */
export type UnitMembership = Readonly<{
  unitId: OrgUnitId;
  userId: UserId;
  role: UnitRole;
  epoch: number;
  createdAt: Instant;
}>;
