import type { Folder, Group } from '@strongroom/client';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { type Plan, planOf } from '../../../base/plan.ts';
import { FOLDER_ROLES, type FolderRole } from './folder-roles.ts';
import { type FolderRight, roleIn } from './group-rights.ts';

/** A right that several folders get at once. `none`: the group does not see them. */
export type RightAtOnce = FolderRole | 'none';

export const RIGHTS_AT_ONCE = [...FOLDER_ROLES, { id: 'none', name: 'Does not see them' }] as const;

export const isRightAtOnce = (text: string): text is RightAtOnce => RIGHTS_AT_ONCE.some(({ id }) => id === text);

type Wanted = Readonly<{
  group: Pick<Group, 'id'>;
  right: RightAtOnce;
  /** Whether folders that everyone in the room sees are restricted to the group. */
  restrictsOpen: boolean;
}>;

export type RightsPlan = Plan<FolderRight>;

/** Whether the reader may say who sees a folder. */
export const mayRestrict = ({ folder }: FolderRight): boolean => may(folder, 'folder.access') && folder.id !== null;

const isOpen = ({ isRestricted }: FolderRight): boolean => !isRestricted;

/** Folders that everyone sees who sees the place that they lie in. */
export const openAmong = (rows: readonly FolderRight[]): readonly FolderRight[] => rows.filter(isOpen);

export function planRights(rows: readonly FolderRight[], { group, right, restrictsOpen }: Wanted): RightsPlan {
  const opened = new Set(right === 'none' ? [] : rows.filter((row) => !isOpen(row)).map(({ folder }) => folder.id));
  return planOf(rows, (row) => {
    const { folder, closedBy } = row;
    const present = roleIn(folder, group);
    if (!mayRestrict(row)) return 'you may not change who sees it';
    if (right !== 'none' && closedBy !== undefined && closedBy.id !== folder.id && !opened.has(closedBy.id))
      return isolateNames`${closedBy.name} above it is closed to the group`;
    if (isOpen(row)) return right !== 'none' && restrictsOpen ? undefined : 'it is not restricted';
    if (right === 'none') return present === undefined ? 'it does not name the group' : undefined;
    return present === right ? 'the group has this right already' : undefined;
  });
}

/** The groups of a folder once one of them has another right in it. */
export function groupsWith(
  { access }: Pick<Folder, 'access'>,
  { id }: Pick<Group, 'id'>,
  right: RightAtOnce,
): ReadonlyMap<string, FolderRole> {
  const roles = new Map((access?.groups ?? []).map(({ group_id: named, role }) => [named, role]));
  if (right === 'none') roles.delete(id);
  else roles.set(id, right);
  return roles;
}

/** Folders that only owners of the room see once the group is out of them. */
export const leftToOwners = ({ rows }: RightsPlan, group: Pick<Group, 'id'>, right: RightAtOnce) =>
  rows.filter(({ folder }) => groupsWith(folder, group, right).size === 0);
