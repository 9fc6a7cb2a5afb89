import { DomainError } from '../values/errors.ts';
import { siblingKey } from '../values/folding.ts';
import type { GroupId, ZoneId } from '../values/ids.ts';
import type { Structure } from '../values/roles.ts';
import type { FolderPath } from '../values/text.ts';
import { levelsOf, parentPath, pathWithin } from './folder.ts';
import { type GroupAccess, isAtOrBelow, type RestrictedRoom, type Restriction, restrictionsOn } from './restriction.ts';

/** The parts of a room that tell where folders are made by owners, and which ones not every member sees. */
export type FolderRights = RestrictedRoom &
  Readonly<{
    ownerPlaces?: readonly FolderPath[];
    /** Restrictions of folders that are gone, the latest last, for what of them lies in the bin. */
    endedRestrictions?: readonly Restriction[];
  }>;

const MAX_OWNER_PLACES = 200;
const MAX_RESTRICTIONS = 40;
/** Stores take this many list keys in one question: a member asks for each label in each restricted folder. */
const MAX_KEYS = 200;

const isSame = (one: FolderPath, other: FolderPath): boolean => siblingKey(one) === siblingKey(other);
const isIn = (path: FolderPath, folder: FolderPath): boolean => isAtOrBelow(siblingKey(path), siblingKey(folder));

/** Whether something of the room depends on the paths of its folders. */
export const isFenced = ({ restrictions, ownerPlaces, endedRestrictions }: FolderRights): boolean =>
  restrictions !== undefined || ownerPlaces !== undefined || endedRestrictions !== undefined;

export const structureOf = ({ ownerPlaces = [] }: FolderRights, path: FolderPath): Structure =>
  ownerPlaces.some((one) => isSame(one, path)) ? 'owners' : 'open';

/** Whether the way to a folder leads through a place of the owners, which it lies in. */
export const leadsThroughOwners = ({ ownerPlaces = [] }: FolderRights, path: FolderPath): boolean =>
  ownerPlaces.some((one) => !isSame(one, path) && isIn(path, one));

/** Sets who makes folders in a place. A repeated call changes nothing. Throws LIMIT_REACHED, and STRUCTURE_IN_USE where a restricted folder is directly in the place. */
export function setStructure<R extends FolderRights>(room: R, path: FolderPath, structure: Structure): R {
  if (structureOf(room, path) === structure) return room;
  const { ownerPlaces = [], restrictions = [] } = room;
  if (structure === 'open') {
    if (restrictions.some((one) => isSame(parentPath(one.path), path))) throw new DomainError('STRUCTURE_IN_USE');
    return { ...room, ownerPlaces: ownerPlaces.filter((one) => !isSame(one, path)) };
  }
  if (ownerPlaces.length >= MAX_OWNER_PLACES)
    throw new DomainError('LIMIT_REACHED', {
      message: `In a room at most ${MAX_OWNER_PLACES} folders have the structure "owners".`,
    });
  return { ...room, ownerPlaces: [...ownerPlaces, path] };
}

export const restrictionOf = ({ restrictions = [] }: RestrictedRoom, path: FolderPath): Restriction | undefined =>
  restrictions.find((one) => isSame(one.path, path));

/** The number of restricted folders that a room can have: members list by label and folder. */
const mostRestrictions = (labels: number): number =>
  Math.min(MAX_RESTRICTIONS, Math.floor(MAX_KEYS / (labels + 1)) - 1);

type NewList = Readonly<{ groups: readonly GroupAccess[] | null; newId: ZoneId; labels: number }>;

/**
 * Sets the access list of a folder; null lifts the restriction. A repeated call changes nothing. Throws STRUCTURE_OPEN for a folder that
 * does not lie in a place of the owners, LIMIT_REACHED.
 */
export function restrict<R extends FolderRights>(room: R, path: FolderPath, { groups, newId, labels }: NewList): R {
  const { restrictions = [] } = room;
  const present = restrictionOf(room, path);
  const others = restrictions.filter((one) => one !== present);
  if (groups === null) return present === undefined ? room : { ...room, restrictions: others };
  if (present !== undefined && isSameList(present.groups, groups)) return room;
  if (structureOf(room, parentPath(path)) === 'open') throw new DomainError('STRUCTURE_OPEN');
  const most = mostRestrictions(labels);
  if (present === undefined && others.length >= most)
    throw new DomainError('LIMIT_REACHED', { message: `A room has at most ${most} restricted folders.` });
  return { ...room, restrictions: [...others, { id: present?.id ?? newId, path, groups }] };
}

const isSameList = (one: readonly GroupAccess[], other: readonly GroupAccess[]): boolean =>
  one.length === other.length &&
  one.every(({ groupId, role }) => other.some((access) => access.groupId === groupId && access.role === role));

/** Ends the restriction of a folder that is gone, and forgets its structure. What of it lies in the bin stays as hidden as it was. */
export function endFence<R extends FolderRights>(room: R, path: FolderPath): R {
  const { restrictions, ownerPlaces, endedRestrictions = [] } = room;
  const present = restrictionOf(room, path);
  return {
    ...room,
    ...(ownerPlaces && { ownerPlaces: ownerPlaces.filter((one) => !isSame(one, path)) }),
    ...(present && {
      restrictions: restrictions?.filter((one) => one !== present),
      endedRestrictions: [...endedRestrictions, present].slice(-MAX_RESTRICTIONS),
    }),
  };
}

/** Whether a restricted folder lies below a folder. */
export const holdsRestricted = ({ restrictions = [] }: RestrictedRoom, path: FolderPath): boolean =>
  restrictions.some((one) => !isSame(one.path, path) && isIn(one.path, path));

/** The room after a folder got another path. Throws STRUCTURE_OPEN for a restricted folder that would lie in an open place. */
export function moveFences<R extends FolderRights>(room: R, from: FolderPath, to: FolderPath): R {
  const { restrictions, ownerPlaces, endedRestrictions } = room;
  const below = (path: FolderPath): string => path.split('/').slice(levelsOf(from)).join('/');
  const moved = (path: FolderPath): FolderPath => {
    if (!isIn(path, from)) return path;
    return isSame(path, from) ? to : pathWithin(to, below(path));
  };
  const withPath = (one: Restriction): Restriction => (isIn(one.path, from) ? { ...one, path: moved(one.path) } : one);
  const next: R = {
    ...room,
    ...(restrictions && { restrictions: restrictions.map(withPath) }),
    ...(endedRestrictions && { endedRestrictions: endedRestrictions.map(withPath) }),
    ...(ownerPlaces && { ownerPlaces: ownerPlaces.map(moved) }),
  };
  if (restrictionOf(next, to) !== undefined && structureOf(next, parentPath(to)) === 'open')
    throw new DomainError('STRUCTURE_OPEN');
  return next;
}

/** The place of a file that comes back from the bin, and whether a folder is there. */
type Return = Readonly<{ to: FolderPath; isThere: boolean }>;

/**
 * The room into which a file comes back from the bin: a restricted folder that is gone comes back with the list that it had. A file that
 * was restricted never comes into an open folder. Throws STRUCTURE_OPEN, LIMIT_REACHED.
 */
export function fenceAgain<R extends FolderRights>(
  room: R,
  { zone }: Readonly<{ zone?: ZoneId }>,
  { to, isThere }: Return,
  { groups, labels }: Readonly<{ groups: readonly Readonly<{ id: GroupId }>[]; labels: number }>,
): R {
  if (zone === undefined || restrictionsOn(room, to).length > 0) return room;
  const ended = room.endedRestrictions?.find(({ id }) => id === zone);
  if (isThere || ended === undefined || !isIn(to, ended.path)) throw new DomainError('STRUCTURE_OPEN');
  const list = ended.groups.filter(({ groupId }) => groups.some(({ id }) => id === groupId));
  const again = restrict(room, ended.path, { groups: list, newId: zone, labels });
  return { ...again, endedRestrictions: room.endedRestrictions?.filter((one) => one !== ended) };
}

/** Whether two ways lead through the same restricted folders. */
export const sameRestrictionsAbove = (room: RestrictedRoom, one: FolderPath, other: FolderPath): boolean => {
  const above = (path: FolderPath): string =>
    (room.restrictions ?? [])
      .filter((restriction) => !isSame(restriction.path, path) && isIn(path, restriction.path))
      .map(({ id }) => id)
      .toSorted()
      .join();
  return above(one) === above(other);
};
