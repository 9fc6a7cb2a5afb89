/** Converts restricted folders of the oracle to those of a room, and the places within them. */
import {
  type BinnedFile,
  type FolderPath,
  type GroupAccess,
  type GroupId,
  type LiveRoom,
  type Restriction,
  type RoomId,
  TOP_FOLDER,
  type ZoneId,
} from '../../src/index.ts';
import { roomId } from '../examples.ts';
import type { AtFolder, AtRoom, Fences } from './oracle/situation.ts';

const OWN = ['g1', 'g2'] as readonly string[] as readonly GroupId[];
export const OWN_GROUPS: readonly GroupId[] = OWN;
const [ONE, TWO] = OWN as readonly [GroupId, GroupId];
const FOREIGN = 'g3' as GroupId;

export function group(word: AtRoom['group']): Readonly<{ id: GroupId; roomId: RoomId }> | undefined {
  if (word === 'absent') return undefined;
  return { id: word === 'of others' ? FOREIGN : ONE, roomId: roomId(word === 'of another room' ? 2 : 1) };
}

const path = (text: string): FolderPath => text as FolderPath;
export const FOREIGN_PATH = path('foreign/here');
export const OWN_PATH = path('own');

const adds = (groupId: GroupId): GroupAccess => ({ groupId, role: 'contributor' });
const reads = (groupId: GroupId): GroupAccess => ({ groupId, role: 'viewer' });
const OTHERS = [adds(FOREIGN)];

const restriction = (at: string, groups: readonly GroupAccess[]): Restriction => ({
  id: at as ZoneId,
  path: path(at),
  groups,
});

/** The groups named for the outer folder `a` and for `a/b` in it. */
const NAMED: Readonly<Record<Fences, Readonly<{ outer?: readonly GroupAccess[]; inner?: readonly GroupAccess[] }>>> = {
  none: {},
  beside: {},
  gone: {},
  'owners only': { outer: [] },
  others: { inner: OTHERS },
  'to read': { outer: [reads(ONE), adds(FOREIGN)] },
  'to add': { inner: [adds(TWO)] },
  'by two groups': { inner: [reads(ONE), adds(TWO)] },
  'add, then read': { outer: [adds(ONE)], inner: [reads(ONE)] },
  'read, then add': { outer: [reads(TWO)], inner: [adds(ONE)] },
  'others, then add': { outer: OTHERS, inner: [adds(ONE), adds(TWO)] },
  'add, then others': { outer: [adds(ONE)], inner: OTHERS },
};

const BESIDE = [
  restriction('foreign', OTHERS),
  restriction('own', [adds(ONE)]),
  restriction('a/b/c/d', []),
  restriction('a/bb', []),
];

export function restrictionsOf(fences: Fences): Pick<LiveRoom, 'restrictions'> {
  if (fences === 'none') return {};
  const { outer, inner } = NAMED[fences];
  const on = [...(outer ? [restriction('a', outer)] : []), ...(inner ? [restriction('a/b', inner)] : [])];
  return { restrictions: [...BESIDE, ...on.toReversed()] };
}

export const FENCED_PATH = path('a/b');

const BESIDE_IT = [path('a/b/c'), path('a/bb'), path('place')];

/** Folders with the structure "owners". The one of a request is `a/b`. */
export const ownerPlacesOf = (structure: AtFolder['structure']): Pick<LiveRoom, 'ownerPlaces'> =>
  ({
    open: {},
    'owners beside': { ownerPlaces: BESIDE_IT },
    'owners around': { ownerPlaces: [...BESIDE_IT, path('a')] },
    'owners at the top': { ownerPlaces: [...BESIDE_IT, TOP_FOLDER] },
    'owners within': { ownerPlaces: [path('A/B'), ...BESIDE_IT] },
  })[structure];

export const MOVES: Readonly<Record<AtFolder['moves'], FolderPath | undefined>> = {
  nowhere: undefined,
  'beside itself': path('a/other'),
  'to the top': path('moved'),
  'into a place of the owners': path('place/b'),
  'behind another': path('own/b'),
};

/** The nearest restricted folder of a file in the bin. */
export function zoneOf(fences: Fences): Pick<BinnedFile, 'zone'> {
  if (fences === 'gone') return { zone: 'elsewhere' as ZoneId };
  const { outer, inner } = NAMED[fences];
  if (inner) return { zone: 'a/b' as ZoneId };
  return outer ? { zone: 'a' as ZoneId } : {};
}
