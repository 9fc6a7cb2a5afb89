import type { Folder, Group } from '@strongroom/client';
import { parentOf } from '../base/folders.ts';
import { FOLDER_ROLES, folderRole, isFolderRole } from './folder-roles.ts';

/**
 * The rights of a group in a folder: `open` where only the roles of its members decide, `none` where it does not see it, `unknown` where a
 * restricted folder on the way is not listed. `closedBy`: the first restricted folder on the way that does not name it. `isRestricted`: whether the folder itself is.
 */
export type FolderRight = Readonly<{
  folder: Folder;
  right: 'open' | 'viewer' | 'contributor' | 'none' | 'unknown';
  isRestricted: boolean;
  closedBy?: Folder;
}>;

type FoldersById = ReadonlyMap<string, Folder>;

export const foldersById = (folders: readonly Folder[]): FoldersById =>
  new Map(folders.flatMap((folder) => (folder.id === null ? [] : [[folder.id, folder] as const])));

/** The rights of a group in all folders of a room, as far as the caller may know who sees them. */
export function rightsOfGroup(folders: readonly Folder[], group: Pick<Group, 'id'>): readonly FolderRight[] {
  const byId = foldersById(folders);
  return folders.flatMap((folder) => (folder.path === '' ? [] : (rightInFolder(folder, group, byId) ?? [])));
}

/** Undefined where the caller may not know who sees the folder. `byId`: the folders on the way to it. */
export const rightInFolder = (folder: Folder, group: Pick<Group, 'id'>, byId: FoldersById): FolderRight | undefined =>
  rightByGroups(folder, [group], byId);

/** The right of a member of several groups, who has at each restricted folder on the way the highest role that it gives one of them. */
export function rightByGroups(
  folder: Folder,
  groups: readonly Pick<Group, 'id'>[],
  byId: FoldersById,
): FolderRight | undefined {
  if (folder.access === undefined) return undefined;
  const ids = folder.access.restricted_by;
  const gates = ids.flatMap((gate) => byId.get(gate) ?? []);
  const roles = gates.map((gate) => ({ gate, role: highestRole(gate, groups) }));
  const closed = roles.find(({ role }) => role === undefined)?.gate;
  const isRestricted = folder.access.groups !== null;
  if (closed !== undefined) return { folder, right: 'none', isRestricted, closedBy: closed };
  if (gates.length < ids.length) return { folder, right: 'unknown', isRestricted };
  if (gates.length === 0) return { folder, right: 'open', isRestricted };
  const lowest = FOLDER_ROLES.find(({ id: known }) => roles.some(({ role }) => role === known));
  return lowest && { folder, right: lowest.id, isRestricted };
}

/** The role that a restricted folder gives a group; undefined where it does not name it. */
export const roleIn = ({ access }: Pick<Folder, 'access'>, { id }: Pick<Group, 'id'>) =>
  access?.groups?.find(({ group_id: named }) => named === id)?.role;

/** `isLast`: whether the folder names no other group. */
type FolderOfGroup = Readonly<{ path: string; role: 'viewer' | 'contributor'; isLast: boolean }>;

const highestRole = (folder: Folder, groups: readonly Pick<Group, 'id'>[]) => {
  const roles = groups.map((group) => roleIn(folder, group));
  return FOLDER_ROLES.findLast(({ id: known }) => roles.includes(known))?.id;
};

/** The restricted folders that name a group, by path. */
export const foldersNaming = (folders: readonly Folder[], group: Pick<Group, 'id'>): readonly FolderOfGroup[] =>
  folders.flatMap((folder) => {
    const role = roleIn(folder, group);
    return role === undefined ? [] : [{ path: folder.path, role, isLast: folder.access?.groups?.length === 1 }];
  });

/** The restricted folders in which a member of some groups adds files, without those inside another one of them. */
export function foldersToAddTo(folders: readonly Folder[], groups: readonly Pick<Group, 'id'>[]): readonly string[] {
  const byId = foldersById(folders);
  const paths = new Set(
    folders.flatMap((folder) => {
      const right = rightByGroups(folder, groups, byId)?.right;
      return right !== undefined && isFolderRole(right) && folderRole(right).adds ? [folder.path] : [];
    }),
  );
  return [...paths].filter((path) => !paths.has(parentOf(path)));
}
