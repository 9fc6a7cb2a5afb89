import type { UnitMemberSeen, UnitSeen, UserUnitSeen } from '@strongroom/application';
import { formatInstant, UNIT_ROLES, type UnitMembership } from '@strongroom/domain';
import { mayOf } from '../describe/may.ts';
import { type ViewOf, view } from '../describe/view.ts';
import { count, flag, id, orNull, text, timestamp, word } from './view-fields.ts';

/** An org unit. */
export const OrgUnitView = view('OrgUnit', {
  id: id('The org unit.'),
  name: text('Its name.'),
  description: text('Purpose of the org unit.'),
  parent_id: orNull(id('The unit above it; null for the root.')),
  member_count: count('Number of members.'),
  room_count: count('Number of its rooms that the caller can see, as a member or an overseer.'),
  created_at: timestamp('When it was created.'),
  may: mayOf('org_unit'),
});

export const orgUnitView = ({ unit, memberCount, roomCount, may }: UnitSeen): ViewOf<typeof OrgUnitView> => ({
  id: unit.id,
  name: unit.name,
  description: unit.description,
  parent_id: unit.parentId,
  member_count: memberCount,
  room_count: roomCount,
  created_at: formatInstant(unit.createdAt),
  ...(may && { may }),
});

export const OrgUnitDeletedView = view('OrgUnitDeleted', {
  id: id('The org unit that was deleted.'),
  status: word(['deleted'], 'Always "deleted".'),
});

const unitMembershipFields = {
  org_unit_id: id('The org unit.'),
  user_id: id('The member.'),
  role: word(UNIT_ROLES, 'Role in the unit.'),
  created_at: timestamp('When the user was added.'),
};

/** A membership in an org unit. */
export const UnitMembershipView = view('OrgUnitMembership', unitMembershipFields);

export const unitMembershipView = (membership: UnitMembership): ViewOf<typeof UnitMembershipView> => ({
  org_unit_id: membership.unitId,
  user_id: membership.userId,
  role: membership.role,
  created_at: formatInstant(membership.createdAt),
});

export const UnitMemberView = view('OrgUnitMember', { ...unitMembershipFields, name: text('Name of the member.') });

export const unitMemberView = ({ membership, name }: UnitMemberSeen): ViewOf<typeof UnitMemberView> => ({
  ...unitMembershipView(membership),
  name,
});

export const UnitMemberRemovedView = view('OrgUnitMemberRemoved', {
  org_unit_id: id('The org unit.'),
  user_id: id('User who was removed.'),
  removed: flag('Always true.'),
});

/** An org unit that a user belongs to. */
export const UserUnitView = view('UserOrgUnit', {
  org_unit_id: id('The org unit.'),
  name: text('Its name.'),
  role: word(UNIT_ROLES, "The user's role in it."),
  joined_at: timestamp('When the user was added.'),
});

export const userUnitView = ({ membership, unit }: UserUnitSeen): ViewOf<typeof UserUnitView> => ({
  org_unit_id: unit.id,
  name: unit.name,
  role: membership.role,
  joined_at: formatInstant(membership.createdAt),
});
