import type { Member, Openings } from '@strongroom/client';
import { plural } from '../../base/format.ts';
import type { LinkNames } from './event-actor.ts';

/** Openings of a document by a person or a link, or, in a group, of all that one of them opened. */
export type OpeningPart = Openings & Readonly<{ documents?: number }>;

/** Openings: one row for each person, document or group. `parts`: what it is made of, the latest first. */
export type OpeningTotal = Readonly<{
  id: string;
  isLink: boolean;
  count: number;
  /** Different documents of a person or a group, or different people of a document. */
  different: number;
  /** Of a group: its members and links that opened something. */
  people: number;
  firstAt: string;
  lastAt: string;
  parts: readonly OpeningPart[];
}>;

export type ReportBy = 'person' | 'document' | 'group';

const times = (parts: readonly Openings[], name: 'first_at' | 'last_at') => parts.map((part) => part[name]).toSorted();
const sumOf = (parts: readonly Openings[]): number => parts.reduce((sum, { count }) => sum + count, 0);
const latestFirst = <T extends Pick<Openings, 'last_at'>>(parts: readonly T[]): readonly T[] =>
  parts.toSorted((one, other) => other.last_at.localeCompare(one.last_at));
const differentOf = (all: readonly Openings[], of: (one: Openings) => string): number => new Set(all.map(of)).size;

function totalOf(by: ReportBy, id: string, all: readonly Openings[]): OpeningTotal {
  const parts = latestFirst(by === 'group' ? partsByPerson(all) : all);
  return {
    id,
    isLink: by === 'person' && parts[0]?.actor.type === 'share',
    count: sumOf(all),
    different: by === 'group' ? differentOf(all, (one) => one.file_id) : parts.length,
    people: differentOf(all, ({ actor }) => actor.id),
    firstAt: times(all, 'first_at')[0] ?? '',
    lastAt: times(all, 'last_at').at(-1) ?? '',
    parts,
  };
}

function grouped<T>(all: readonly T[], idsOf: (one: T) => readonly string[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const one of all)
    for (const id of idsOf(one)) {
      const known = found.get(id);
      if (known === undefined) found.set(id, [one]);
      else known.push(one);
    }
  return found;
}

/** One part for each person, with all that they opened. */
const partsByPerson = (all: readonly Openings[]): readonly OpeningPart[] =>
  [...grouped(all, ({ actor }) => [actor.id]).values()].flatMap((own) => {
    const [one] = own;
    if (one === undefined) return [];
    return [
      {
        ...one,
        count: sumOf(own),
        first_at: times(own, 'first_at')[0] ?? one.first_at,
        last_at: times(own, 'last_at').at(-1) ?? one.last_at,
        days: own.flatMap(({ days = [] }) => days),
        documents: own.length,
      },
    ];
  });

/** Adds up a report by person or by document: the latest opened first. */
export const totalsBy = (by: 'person' | 'document', all: readonly Openings[]): readonly OpeningTotal[] =>
  [...grouped(all, (one) => [by === 'person' ? one.actor.id : one.file_id])]
    .map(([id, parts]) => totalOf(by, id, parts))
    .toSorted((one, other) => other.lastAt.localeCompare(one.lastAt));

/** People of no group, and links, in a report by group. */
export const NO_GROUP = 'none';
export const LINKS = 'links';

/** Adds up a report by group: one who is in two counts in both, and a group that opened nothing is there too. */
export function totalsByGroup(
  all: readonly Openings[],
  groups: ReadonlyMap<string, GroupMembers>,
): readonly OpeningTotal[] {
  const idsOf = ({ actor: { type, id } }: Openings): readonly string[] => {
    if (type === 'share') return [LINKS];
    const own = [...groups].flatMap(([group, { members }]) => (members.has(id) ? [group] : []));
    return own.length === 0 ? [NO_GROUP] : own;
  };
  const found = grouped(all, idsOf);
  const ids = [...groups.keys(), ...[NO_GROUP, LINKS].filter((id) => found.has(id))];
  return ids
    .map((id) => totalOf('group', id, found.get(id) ?? []))
    .toSorted((one, other) => other.lastAt.localeCompare(one.lastAt));
}

/** Links to several files: their holders get the keys of all together, and open some of them. */
export function linksToSeveral(all: readonly Openings[], links: LinkNames): ReadonlySet<string> {
  return new Set(
    totalsBy('person', all)
      .filter(({ id, isLink, different }) => isLink && (different > 1 || (links.get(id)?.files ?? 1) > 1))
      .map(({ id }) => id),
  );
}

/** Downloads of a link to several files, each of which counts all of them. */
export function downloadsOf({ parts, different }: OpeningTotal): string {
  const [first = 0, ...others] = new Set(parts.map(({ count }) => count));
  const files = plural(different, 'file');
  // A link that was changed between its downloads, or one that began before the days of the report.
  if (others.length > 0) return `got the keys of ${files}`;
  return `${plural(first, 'download')}, ${files}${first > 1 ? ' each' : ''}`;
}

export type GroupMembers = Readonly<{ name: string; members: ReadonlySet<string> }>;

/** The groups of a room with members whom the reader sees. */
export function groupsOf(members: readonly Member[]): ReadonlyMap<string, GroupMembers> {
  const groups = new Map<string, { name: string; members: Set<string> }>();
  for (const { user_id: userId, groups: own = [] } of members)
    for (const { id, name } of own) {
      const known = groups.get(id) ?? { name, members: new Set() };
      groups.set(id, known);
      known.members.add(userId);
    }
  return groups;
}
