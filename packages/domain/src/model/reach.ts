import type { GroupId, ZoneId } from '../values/ids.ts';
import type { Label } from '../values/labels.ts';
import type { RoomRole } from '../values/roles.ts';
import { type RestrictedRoom, restrictionsOn, roleBelow } from './restriction.ts';

/**
 * A label, and the nearest restricted folder of what has it. Lists and counts go by marks, so that what a caller may not see is
 * neither read nor counted for them.
 */
export type Mark = string;

const SEPARATOR = '@';
/** Matches any zone. */
const ANY = '*';

export const markOf = (label: string, zone: ZoneId | undefined): Mark =>
  zone === undefined ? label : `${label}${SEPARATOR}${zone}`;

/** The mark that everything with this label has which lies in some restricted folder, besides its own one. */
const anyMark = (label: string): Mark => `${label}${SEPARATOR}${ANY}`;

function partsOf(mark: Mark): Readonly<{ label: string; zone: string | undefined }> {
  const at = mark.lastIndexOf(SEPARATOR);
  return at === -1 ? { label: mark, zone: undefined } : { label: mark.slice(0, at), zone: mark.slice(at + 1) };
}

export const labelOfMark = (mark: Mark): string => partsOf(mark).label;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of a zone by `markOf`
export const zoneOfMark = (mark: Mark): ZoneId | undefined => partsOf(mark).zone as ZoneId | undefined;

/** The marks of the list keys of something with this mark. */
export function marksToList(mark: Mark): readonly Mark[] {
  const { label, zone } = partsOf(mark);
  return zone === undefined ? [mark] : [mark, anyMark(label)];
}

/** The marks that reach everything with these labels, in whatever folder. */
export const everyMark = (labels: readonly string[]): readonly Mark[] =>
  labels.flatMap((label) => [label, anyMark(label)]);

/** The reach of a caller in a room: labels up to their clearance, and restricted folders; `all` for owners of the room. */
export type Reach = Readonly<{ labels: readonly Label[]; zones: readonly ZoneId[] | 'all' }>;

type InRoom = Readonly<{ role: RoomRole; groups?: readonly GroupId[] }>;

/** The restricted folders that are open to a member; with `contributing` those to which they also contribute. */
export function zonesOpenTo(room: RestrictedRoom, member: InRoom | undefined, contributing = false): Reach['zones'] {
  if (member === undefined) return [];
  if (member.role === 'owner') return 'all';
  return (room.restrictions ?? []).flatMap(({ id, path }) => {
    const role = roleBelow(restrictionsOn(room, path), member.groups);
    return role === 'contributor' || (role === 'viewer' && !contributing) ? [id] : [];
  });
}

export function isInReach({ labels, zones }: Reach, mark: Mark): boolean {
  const { label, zone } = partsOf(mark);
  return (
    labels.some((one) => one === label) && (zone === undefined || zones === 'all' || zones.some((one) => one === zone))
  );
}

/** The marks to list by. */
export const marksIn = ({ labels, zones }: Reach): readonly Mark[] =>
  zones === 'all' ? everyMark(labels) : labels.flatMap((label) => [label, ...zones.map((zone) => markOf(label, zone))]);

/** Tells lists of different reach apart. Restricted folders that the caller does not see change nothing in it. */
export const nameOfReach = ({ zones }: Reach): string =>
  zones === 'all' || zones.length === 0 ? '' : `@${zones.toSorted().join('+')}`;
