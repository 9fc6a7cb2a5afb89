import { DomainError, type EventData, type FolderRole, type GroupAccess, type GroupId } from '@strongroom/domain';

/** As a request names it: an id of the wrong form is answered like an unknown one. */
export type AccessSent = readonly Readonly<{ groupId: string; role: FolderRole }>[];

/**
 * The access list of a request. An empty one leaves the folder to owners of the room. A group that is named again with its role
 * counts once. Throws GROUP_NOT_FOUND, and VALIDATION_ERROR for a group with two roles.
 */
export function accessOf(sent: AccessSent, groups: readonly Readonly<{ id: GroupId }>[]): readonly GroupAccess[] {
  const list = sent.map(({ groupId, role }) => {
    const group = groups.find(({ id }) => id === groupId);
    if (group === undefined) throw new DomainError('GROUP_NOT_FOUND');
    return { groupId: group.id, role };
  });
  const roles = new Map(list.map(({ groupId, role }) => [groupId, role]));
  if (list.some(({ groupId, role }) => roles.get(groupId) !== role))
    throw new DomainError('VALIDATION_ERROR', { details: [TWO_ROLES] });
  return Array.from(roles, ([groupId, role]) => ({ groupId, role }));
}

const TWO_ROLES = { field: 'groups', rule: 'unique', message: 'names a group with two roles' };

/** The data of the event that an access list was set. */
export const accessSet = (list: readonly GroupAccess[] | null): EventData =>
  list === null ? { groups: null } : { groups: Object.fromEntries(list.map(({ groupId, role }) => [groupId, role])) };
