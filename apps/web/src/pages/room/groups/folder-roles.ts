import type { Folder } from '@strongroom/client';

type Access = NonNullable<Folder['access']>;
export type FolderRole = NonNullable<Access['groups']>[number]['role'];

/** Roles that a restricted folder gives a group, in rising order. */
export const FOLDER_ROLES = [
  { id: 'viewer', name: 'Reads', verb: 'reads', adds: false, note: 'Contributors of the room only read here, too' },
  { id: 'contributor', name: 'Reads and adds files', verb: 'adds files', adds: true, note: 'Also viewers of the room' },
] as const;

export const isFolderRole = (text: string): text is FolderRole => FOLDER_ROLES.some(({ id }) => id === text);
export const folderRole = (role: FolderRole): (typeof FOLDER_ROLES)[number] =>
  FOLDER_ROLES.find(({ id }) => id === role) ?? FOLDER_ROLES[0];
