import { EPOCH, type Label, type Organisation, type OrgUnit, type UnitMembership } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { defineCollection, refTo, stateOf } from './collection.ts';
import { externalIdKey } from './users.ts';

/** The one organisation of a store has an id that is known before it exists. */
export const ORGANISATION = 'organisation';

export const organisations = defineCollection<Organisation>({
  name: 'organisations',
  id: () => ORGANISATION,
  position: () => EPOCH,
  shape: { id: 'text', rootUnitId: 'text', scheme: 'list', owners: 'list' },
});

/** The labels that the store has now. Another process may have started with more of them than this one. */
export async function labelsOfStore(documents: Pick<DocumentStore, 'read'>): Promise<readonly Label[]> {
  const [document] = await documents.read([refTo(organisations, ORGANISATION)]);
  return document === undefined ? [] : stateOf(organisations, document).scheme.map(({ label }) => label);
}

export const everyUnit = 'all';

export const orgUnits = defineCollection<OrgUnit>({
  name: 'org-units',
  id: (unit) => unit.id,
  position: (unit) => unit.createdAt,
  keys: (unit) => [everyUnit, ...(unit.externalId ? [externalIdKey(unit.externalId)] : [])],
  shape: { name: 'text', ancestors: 'list', children: 'number', rooms: 'number', members: 'number' },
});

export const unitMembershipId = (unitId: string, userId: string): string => `${unitId}/${userId}`;

export const membersOfUnit = (unitId: string): string => `unit:${unitId}`;
export const unitsOfUser = (userId: string): string => `user:${userId}`;

export const unitMemberships = defineCollection<UnitMembership>({
  name: 'unit-memberships',
  id: (membership) => unitMembershipId(membership.unitId, membership.userId),
  position: () => EPOCH,
  keys: (membership) => [membersOfUnit(membership.unitId), unitsOfUser(membership.userId)],
  shape: { role: 'text', epoch: 'number', createdAt: 'number' },
});
