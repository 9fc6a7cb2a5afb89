import type { Folder, Room } from '@strongroom/client';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import type { FolderRole } from './folder-roles.ts';

export const SEERS = [
  { id: 'everyone', name: 'Everyone in the room', note: 'Also members who come later' },
  { id: 'groups', name: 'Groups', note: 'Their members, and owners of the room' },
  { id: 'owners', name: 'Owners only', note: 'A place to prepare files' },
] as const;

export type FolderSeers = (typeof SEERS)[number]['id'];
export type NamedRoles = ReadonlyMap<string, FolderRole>;

/** A folder with the place that it lies in. */
export type FolderPlace = Readonly<{
  folder: Folder;
  /** Names of the restricted folders above it. */
  above: readonly string[];
  /** The folder that it lies in; undefined for the top of the room. */
  placeName: string | undefined;
  /** Whether members who are not owners make folders beside it. */
  isOpenPlace: boolean;
  /** Whether no folder of the room is restricted. */
  isFirst: boolean;
}>;

export async function readFolderPlace(room: Room, folderId: string): Promise<FolderPlace> {
  const folder = await service.folders.get(room.id, folderId);
  const ids = (folder.access?.restricted_by ?? []).filter((id) => id !== folder.id);
  const [now, parent, above, all] = await Promise.all([
    service.rooms.get(room.id),
    folder.parent_id === null ? undefined : service.folders.get(room.id, folder.parent_id),
    Promise.all(ids.map((id) => service.folders.get(room.id, id))),
    service.files.folders(room.id, { per_page: 100 }).page(),
  ]);
  return {
    folder,
    above: above.map(({ name }) => name),
    placeName: parent?.name,
    isOpenPlace: (parent ?? now).structure === 'open',
    isFirst: all.data.every(({ access }) => (access?.groups ?? null) === null),
  };
}

export const seersOf = ({ access }: Folder): FolderSeers => {
  const groups = access?.groups ?? null;
  if (groups === null) return 'everyone';
  return groups.length === 0 ? 'owners' : 'groups';
};

export const rolesOf = ({ access }: Folder): NamedRoles =>
  new Map((access?.groups ?? []).map(({ group_id: id, role }) => [id, role]));

export const groupsOf = (roles: NamedRoles): readonly Readonly<{ group_id: string; role: FolderRole }>[] =>
  [...roles].map(([id, role]) => ({ group_id: id, role }));

export const haveSameRoles = (one: NamedRoles, other: NamedRoles): boolean =>
  one.size === other.size && [...one].every(([id, role]) => other.get(id) === role);

/** A folder is restricted only in a place where owners make the folders. That alone opens nothing, so it comes first. */
export async function restrictFolder(room: Room, place: FolderPlace, roles: NamedRoles | null): Promise<void> {
  const { folder, isOpenPlace } = place;
  if (roles !== null && isOpenPlace) {
    if (folder.parent_id === null) await service.rooms.edit(room.id, { structure: 'owners' });
    else await service.folders.edit(room.id, folder.parent_id, { structure: 'owners' });
  }
  const groups = roles && groupsOf(roles);
  await service.folders.restrict(room.id, folder.id ?? '', { groups });
  await queries.invalidateQueries({ queryKey: ['folder-access', room.id] });
}

/** `count`: of the groups that see it besides owners; null where all members do. */
export function savedSentence(name: string, count: number | null): string {
  if (count === null) return isolateNames`${name} is there for everyone in the room.`;
  if (count === 0) return isolateNames`${name} is there for owners of the room only.`;
  return isolateNames`${name} is there for ${plural(count, 'group')} and owners of the room.`;
}
