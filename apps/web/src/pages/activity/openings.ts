import type { Member, Openings } from '@strongroom/client';
import { plural } from '../../base/format.ts';
import type { LinkNames } from './event-actor.ts';

/** Openings: one row for each person, or for each document. `parts`: what it is made of, the latest first. */
export type OpeningTotal = Readonly<{
  id: string;
  isLink: boolean;
  count: number;
  /** Different documents of a person, or different people of a document. */
  different: number;
  firstAt: string;
  lastAt: string;
  parts: readonly Openings[];
}>;

export type ReportBy = 'person' | 'document';

/** Adds up a report by person or by document: the latest opened first. */
export function totalsBy(by: ReportBy, all: readonly Openings[]): readonly OpeningTotal[] {
  const grouped = new Map<string, Openings[]>();
  for (const one of all) {
    const id = by === 'person' ? one.actor.id : one.file_id;
    const known = grouped.get(id);
    if (known === undefined) grouped.set(id, [one]);
    else known.push(one);
  }
  const times = (parts: readonly Openings[], name: 'first_at' | 'last_at') =>
    parts.map((part) => part[name]).toSorted();
  return [...grouped]
    .map(([id, parts]) => ({
      id,
      isLink: by === 'person' && parts[0]?.actor.type === 'share',
      count: parts.reduce((sum, { count }) => sum + count, 0),
      different: parts.length,
      firstAt: times(parts, 'first_at')[0] ?? '',
      lastAt: times(parts, 'last_at').at(-1) ?? '',
      parts: parts.toSorted((one, other) => other.last_at.localeCompare(one.last_at)),
    }))
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
  const [times = 0, ...others] = new Set(parts.map(({ count }) => count));
  const files = plural(different, 'file');
  // A link that was changed between its downloads, or one that began before the days of the report.
  if (others.length > 0) return `got the keys of ${files}`;
  return `${plural(times, 'download')}, ${files}${times > 1 ? ' each' : ''}`;
}

type GroupMembers = Readonly<{ name: string; members: ReadonlySet<string> }>;

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
