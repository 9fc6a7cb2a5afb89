import { DomainError, type EventData, type FolderRole, type GroupAccess, type GroupId } from '@strongroom/domain';

/** As a request names it: an id of the wrong form is answered like an unknown one. */
export type AccessSent = readonly Readonly<{ groupId: string; role: FolderRole }>[];

/** The access list of a request. An empty one leaves the folder to owners of the room. Throws GROUP_NOT_FOUND, VALIDATION_ERROR. */
export function accessOf(sent: AccessSent, groups: readonly Readonly<{ id: GroupId }>[]): readonly GroupAccess[] {
  const list = sent.map(({ groupId, role }) => {
    const group = groups.find(({ id }) => id === groupId);
    if (group === undefined) throw new DomainError('GROUP_NOT_FOUND');
    return { groupId: group.id, role };
  });
  if (new Set(list.map(({ groupId }) => groupId)).size < list.length)
    throw new DomainError('VALIDATION_ERROR', { details: [TWICE] });
  return list;
}

const TWICE = { field: 'groups', rule: 'unique', message: 'names a group twice' };

/** The data of the event that an access list was set. `before`: the list that held until then. */
export const accessSet = (before: AccessList, after: AccessList): EventData => ({
  groups: rolesIn(after),
  before: rolesIn(before),
});

type AccessList = readonly GroupAccess[] | null;

const rolesIn = (list: AccessList) =>
  list === null ? null : Object.fromEntries(list.map(({ groupId, role }) => [groupId, role]));
