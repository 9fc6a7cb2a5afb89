import { formatDate, formatToMinute } from '../../../base/format.ts';

type Described = Readonly<{ id: string; words: string; madeAt: string }>;
type Way = (link: Described) => string;

/** Characters of an id that are shown at first. */
const SHORTEST = 4;
const LONGEST = 36;

const WAYS: readonly Way[] = [
  ({ madeAt }) => `made ${formatDate(madeAt)}`,
  ({ madeAt }) => `made ${formatToMinute(madeAt)}`,
  ...Array.from(
    { length: LONGEST - SHORTEST },
    (_, more): Way =>
      ({ id }) =>
        `…${id.slice(-SHORTEST - more)}`,
  ),
];

/** Words beside links with the same description, by id: the day, else the minute, else the end of the id. */
export function marksOf(links: readonly Described[]): ReadonlyMap<string, string> {
  const alike = new Map<string, Described[]>();
  for (const link of links) alike.set(link.words, [...(alike.get(link.words) ?? []), link]);
  return new Map([...alike.values()].filter(({ length }) => length > 1).flatMap(marked));
}

function marked(links: readonly Described[]): readonly (readonly [string, string])[] {
  const way = WAYS.find((one) => new Set(links.map(one)).size === links.length) ?? (({ id }) => id);
  return links.map((link) => [link.id, way(link)] as const);
}
