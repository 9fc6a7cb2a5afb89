import type { Group, Member, Person } from '@strongroom/client';
import type { ListFilter } from '../../../design/list-page.tsx';
import { ROOM_ROLES } from '../../room-roles.ts';
import { isInGroup } from '../groups/in-group.ts';

export const ROLES: ListFilter<Member> = {
  id: 'role',
  label: 'Role',
  options: ROOM_ROLES,
  fits: ({ role }, wanted) => role === wanted,
};

const STATES = [
  { id: 'invited', name: 'Invitation not accepted' },
  { id: 'outside', name: 'Outside' },
  { id: 'blind', name: 'See nothing' },
] as const;

export const stateFilter = (people: ReadonlyMap<string, Person>): ListFilter<Member> => ({
  id: 'state',
  label: 'State',
  options: STATES,
  fits: (member, wanted) => {
    const person = people.get(member.user_id);
    if (wanted === 'invited') return person?.status === 'invited';
    return wanted === 'outside' ? person?.external === true : member.effective_access === 'none';
  },
});

/** Of a group no one else has the id. */
const WITHOUT = 'without';

/** The groups of a room, and the members who are in none. */
export const groupFilter = (groups: readonly Group[]): ListFilter<Member> => ({
  id: 'in',
  label: 'Group',
  options: [...groups.map(({ id, name }) => ({ id, name })), { id: WITHOUT, name: 'Without a group' }],
  fits: (member, wanted) =>
    wanted === WITHOUT
      ? (member.groups ?? []).length === 0
      : groups.some((group) => group.id === wanted && isInGroup(member, group)),
});
