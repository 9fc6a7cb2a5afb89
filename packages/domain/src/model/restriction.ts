import { siblingKey } from '../values/folding.ts';
import type { GroupId, ZoneId } from '../values/ids.ts';
import type { FolderRole } from '../values/roles.ts';
import type { FolderPath } from '../values/text.ts';

/** The role of a group in a restricted folder. */
export type GroupAccess = Readonly<{ groupId: GroupId; role: FolderRole }>;

/** A folder that, with all below, only owners of the room and members of these groups see. */
export type Restriction = Readonly<{
  /** Files and folders in and below the folder have it in their list keys. */
  id: ZoneId;
  path: FolderPath;
  /** Empty: owners of the room only. */
  groups: readonly GroupAccess[];
}>;

/** The parts of a room that tell which of its folders are restricted. */
export type RestrictedRoom = Readonly<{ restrictions?: readonly Restriction[] }>;

/** Whether a path leads to a folder or below it. */
export const isAtOrBelow = (path: string, folder: string): boolean =>
  path === folder || folder === '' || path.startsWith(`${folder}/`);

/** The access lists without a group. A list is never taken away: empty, it leaves the folder to owners. */
export const withoutGroup = ({ restrictions }: RestrictedRoom, id: GroupId): RestrictedRoom =>
  restrictions === undefined
    ? {}
    : {
        restrictions: restrictions.map((one) => ({
          ...one,
          groups: one.groups.filter(({ groupId }) => groupId !== id),
        })),
      };

/** The restricted folders on the way to a path, which may be the last of them. Paths with equal keys lead to one folder. */
export function restrictionsOn({ restrictions }: RestrictedRoom, path: FolderPath): readonly Restriction[] {
  if (restrictions === undefined) return NONE;
  const key = siblingKey(path);
  return restrictions.filter((one) => isAtOrBelow(key, siblingKey(one.path)));
}

const NONE: readonly Restriction[] = [];

/** Whether what moves from one place to another leaves a restricted folder: some who did not see it may see it then. */
export function widensSight(room: RestrictedRoom, from: FolderPath, to: FolderPath): boolean {
  const after = restrictionsOn(room, to);
  return restrictionsOn(room, from).some((one) => !after.includes(one));
}

/** The nearest restricted folder on the way to a path. */
export const zoneAt = (room: RestrictedRoom, path: FolderPath): ZoneId | undefined =>
  restrictionsOn(room, path).reduce<Restriction | undefined>(
    (nearest, one) =>
      nearest === undefined || siblingKey(one.path).length > siblingKey(nearest.path).length ? one : nearest,
    undefined,
  )?.id;

/** The same thing with the zone of its place; itself where it has that. */
export function inZone<T extends Readonly<{ zone?: ZoneId }>>(thing: T, zone: ZoneId | undefined): T {
  if (thing.zone === zone) return thing;
  const { zone: _, ...rest } = thing;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same but for a part that may be absent
  return (zone === undefined ? rest : { ...rest, zone }) as T;
}

/**
 * The role that members of these groups have below restricted folders: the highest in each, and of these the lowest. Undefined if one
 * of the folders is closed to them. Where nothing is restricted it takes nothing from the role in the room.
 */
export function roleBelow(on: readonly Restriction[], mine: readonly GroupId[] = []): FolderRole | undefined {
  let lowest: FolderRole = 'contributor';
  for (const { groups } of on) {
    const roles = groups.filter(({ groupId }) => mine.includes(groupId)).map(({ role }) => role);
    if (roles.length === 0) return undefined;
    if (!roles.includes('contributor')) lowest = 'viewer';
  }
  return lowest;
}
