import type { AtFile, AtRoom, Fences } from './situation.ts';

/** The rights of the caller's groups in a restricted folder on the way. */
type Named = 'not' | 'reads' | 'adds';

const ON_THE_WAY: Readonly<Record<Fences, readonly Named[]>> = {
  none: [],
  beside: [],
  gone: [],
  'owners only': ['not'],
  others: ['not'],
  'to read': ['reads'],
  'to add': ['adds'],
  'by two groups': ['adds'],
  'add, then read': ['adds', 'reads'],
  'read, then add': ['reads', 'adds'],
  'others, then add': ['not', 'adds'],
  'add, then others': ['adds', 'not'],
};

/** Whether a restricted folder is around the one that the request names. */
export const liesBehindFence = ({ fences }: Pick<AtRoom, 'fences'>): boolean => HAS_OUTER.has(fences);

const HAS_OUTER: ReadonlySet<Fences> = new Set([
  'owners only',
  'to read',
  'add, then read',
  'read, then add',
  'others, then add',
  'add, then others',
]);

export const isFenced = (s: Pick<AtRoom, 'fences'>): boolean => ON_THE_WAY[s.fences].length > 0;

/** "For each restricted folder on the way the highest role named for any of their groups, and of these the lowest." */
function through(s: Pick<AtRoom, 'fences'>, member: string): Named {
  if (member === 'owner') return 'adds';
  const all = ON_THE_WAY[s.fences];
  if (all.includes('not')) return 'not';
  return all.includes('reads') ? 'reads' : 'adds';
}

/** "Visible to room owners and to members of one of the groups named there and of every restricted folder above it." */
export const isOpenTo = (s: Pick<AtRoom, 'fences' | 'member'>): boolean => through(s, s.member) !== 'not';

/** Whether a contributor of the room adds files here: "a room contributor named viewer only reads there". */
export const contributesHere = (fences: Fences, member: string): boolean =>
  member === 'owner' || (member === 'contributor' && through({ fences }, member) === 'adds');

/** "`role: contributor` lets a viewer of the room add files there". */
export const addsHere = (s: Pick<AtRoom, 'fences' | 'member'>): boolean =>
  contributesHere(s.fences, s.member) || (s.member === 'viewer' && isFenced(s) && through(s, s.member) === 'adds');

/** Contributors of the room, and viewers whom some folder lets add files. One beside the way lets everyone add. */
export const addsSomewhere = (s: Pick<AtRoom, 'fences' | 'member'>): boolean =>
  s.member === 'owner' || s.member === 'contributor' || (s.member === 'viewer' && s.fences !== 'none');

/** "They edit, replace or delete files they uploaded themselves" in a folder that lets viewers add. */
export const changesFileHere = (s: AtFile): boolean =>
  contributesHere(s.fences, s.member) || (addsHere(s) && s.file.startsWith('own'));

/** A file in the bin stays where it lay. After the end of its folder only owners see it. */
export const binIsOpenTo = (s: AtFile): boolean => s.member === 'owner' || (s.fences !== 'gone' && isOpenTo(s));

/** "A file may be moved by who may … upload where it goes". `foreign` is closed to the caller, `own` lets them add. */
export function mayGo(s: AtFile): boolean {
  if (s.goes === 'nowhere' || s.member === 'owner') return true;
  if (s.goes === 'to a foreign folder') return false;
  return s.goes === 'to an own folder' || s.member === 'contributor';
}
