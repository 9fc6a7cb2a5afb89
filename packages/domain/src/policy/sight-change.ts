import { type Folder, marksOfSight, sightOf } from '../model/folder.ts';
import type { LabelRules } from '../model/organisation.ts';
import { restrictionOf } from '../model/owner-place.ts';
import { isInReach, labelOfMark, type Reach } from '../model/reach.ts';
import { type GroupAccess, isAtOrBelow, type RestrictedRoom } from '../model/restriction.ts';
import type { User } from '../model/user.ts';
import { siblingKey } from '../values/folding.ts';
import type { ZoneId } from '../values/ids.ts';
import type { Label } from '../values/labels.ts';
import type { FolderPath } from '../values/text.ts';
import type { Instant } from '../values/time.ts';
import { allows } from './decision.ts';
import { type FileRead, type MembershipRead, type RoomRead, subjectOf } from './rules/facts.ts';

/** A file in a room, before a change or after it. */
type Placed = Readonly<{ room: RoomRead; file: FileRead }>;

/** A member of a room. */
type Person = Readonly<{ membership: MembershipRead; user: User }>;

/** The number of members who would see something from a change on, and of those who would see it no longer. */
export type SightChange = Readonly<{ gain: number; lose: number }>;

/** `besidesClearance`: as if every member had the highest clearance. */
type Counting = Readonly<{ labelRules: LabelRules; now: Instant; besidesClearance?: boolean }>;

/** Counts by the policy itself. An invited member counts as one who accepted. */
export function sightChange(
  people: readonly Person[],
  { before, after }: Readonly<{ before: Placed; after: Placed }>,
  { labelRules, now, besidesClearance = false }: Counting,
): SightChange {
  let [gain, lose] = [0, 0];
  const highest = labelRules.scheme.at(-1)?.label;
  for (const { membership, user } of people) {
    const subject = subjectOf(labelRules, user, null, now);
    const asActive = {
      ...subject,
      ...(subject.status === 'invited' && { status: 'active' as const }),
      ...(besidesClearance && highest !== undefined && { clearance: highest }),
    };
    const sees = (at: Placed): boolean => allows('file.see', { subject: asActive, labelRules, membership, ...at });
    const [saw, willSee] = [sees(before), sees(after)];
    if (willSee && !saw) gain++;
    if (saw && !willSee) lose++;
  }
  return { gain, lose };
}

/** The lowest label by which files in reach make a folder known; undefined where none does. */
export function lowestLabelIn(
  reach: Reach,
  folder: Pick<Folder, 'isDeclared' | 'zone' | 'files' | 'folders'>,
): Label | undefined {
  const marks = marksOfSight(sightOf(folder)).filter((mark) => isInReach(reach, mark));
  const labels = new Set(marks.map(labelOfMark));
  return reach.labels.find((label) => labels.has(label));
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a list that is never stored
const PREVIEW = 'preview' as ZoneId;

/** A room as if a folder had that access list, wherever the folder lies; null for none. */
export function asIfRestricted<R extends RestrictedRoom>(
  room: R,
  path: FolderPath,
  groups: readonly GroupAccess[] | null,
): R {
  const present = restrictionOf(room, path);
  const others = (room.restrictions ?? []).filter((one) => one !== present);
  return {
    ...room,
    restrictions: groups === null ? others : [...others, { id: present?.id ?? PREVIEW, path, groups }],
  };
}

/** Whether a folder would lie in itself. */
export const leadsIntoItself = (folder: FolderPath, parent: FolderPath): boolean =>
  isAtOrBelow(siblingKey(parent), siblingKey(folder));
