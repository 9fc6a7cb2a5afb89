/** Converts single things of the oracle to the product's objects. */
import type {
  CommonRoom,
  File,
  Folder,
  Grant,
  Instant,
  Label,
  LabelRules,
  LiveRoom,
  Membership,
  Redemption,
  Room,
  ShareLink,
  Subject,
} from '../../src/index.ts';
import { TOP_FOLDER } from '../../src/index.ts';
import * as an from '../examples.ts';
import { FENCED_PATH, OWN_GROUPS, restrictionsOf, zoneOf } from './fences.ts';
import type {
  Asker,
  AtFile,
  AtFolder,
  AtLink,
  AtRoom,
  Clearance,
  CommonWord,
  Fences,
  LinkHolder,
  MemberWord,
  Rank,
} from './oracle/situation.ts';

export const CALLER = an.userId(1);
export const OTHER = an.userId(2);
export const EPOCH = 2;
const DAY = 86_400_000;
const LATELY = (an.NOW - 30 * DAY + 1) as Instant;
const TAKEN = {
  never: [],
  'by the caller lately': [{ userId: CALLER, at: LATELY }],
  'by another lately': [{ userId: OTHER, at: LATELY }],
  'by an owner': [{ userId: OTHER, at: LATELY, isOrgOwner: true }],
  'long ago': [{ userId: CALLER, at: (an.NOW - 30 * DAY) as Instant }],
} as const satisfies Record<AtRoom['tookOwner'], LiveRoom['ownersTakenBy']>;

export const label = (rank: Rank): Label => `C${rank}` as Label;
export const clearance = (rank: Clearance): Label | '' => (rank === 0 ? '' : label(rank));
export const override = (rank: Clearance): Label | null => (rank === 0 ? null : label(rank));

/** Equal inputs give the same object, because most parts occur in thousands of situations. */
function remembering<A extends readonly (string | number | boolean)[], T>(make: (...of: A) => T): (...of: A) => T {
  const made = new Map<string, T>();
  return (...of) => {
    const key = of.join();
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(...of);
    made.set(key, fresh);
    return fresh;
  };
}

export const subject = (s: Asker): Subject => ({
  id: CALLER,
  status: s.status,
  role: s.role,
  epoch: EPOCH,
  external: s.external,
  clearance: clearance(s.clearance),
  grant: s.scopes === 'unlimited' ? null : (s.scopes as Grant),
  asOf: an.NOW,
});

export const room = remembering(
  (
    state: AtRoom['room'],
    rank: Rank,
    orphaned: boolean,
    tookOwner: AtRoom['tookOwner'],
    closed: AtRoom['closed'],
    fences: Fences,
  ): readonly [Room | undefined] => {
    if (state === 'absent') return [undefined];
    const { id, orgUnitId, createdBy, createdAt, ...rest } = an.aRoom();
    const core = { id, orgUnitId, createdBy, createdAt, label: label(rank) };
    if (state === 'deleted')
      return [{ ...core, status: 'deleted', deletedAt: an.NOW, deletedBy: OTHER, receiptId: an.receiptId(1) }];
    return [
      {
        ...rest,
        ...core,
        ...(tookOwner !== 'never' && { ownersTakenBy: TAKEN[tookOwner] }),
        status: state,
        owners: orphaned ? [] : [OTHER],
        ...(closed !== false && { memberVisibility: closed === true ? 'owners' : 'groups' }),
        ...(closed !== 'in a silent group' && { mateGroups: OWN_GROUPS }),
        bin: { days: 30 },
        ...restrictionsOf(fences),
      },
    ];
  },
);

export const membership = remembering(
  (word: MemberWord | 'again', epoch: number): readonly [Membership | undefined] => {
    if (word === 'none') return [undefined];
    const role = word === 'viewer' || word === 'contributor' ? word : 'owner';
    return [
      an.aMembership({
        id: an.membershipId(word === 'again' ? 2 : 1),
        userId: word === 'foreign' ? OTHER : CALLER,
        roomId: an.roomId(word === 'elsewhere' ? 2 : 1),
        role,
        epoch: word === 'before' ? epoch - 1 : epoch,
        groups: OWN_GROUPS,
      }),
    ];
  },
);

export const folder = remembering((word: AtFolder['folder'], rank: Rank): readonly [Folder | undefined] => {
  if (word === 'absent') return [undefined];
  const holds = { [label(rank)]: 1 };
  return [
    {
      id: an.folderId(1),
      roomId: an.roomId(word === 'in another room' ? 2 : 1),
      path: word === 'top' ? TOP_FOLDER : FENCED_PATH,
      createdBy: OTHER,
      createdAt: an.NOW,
      isDeclared: word === 'made' || word === 'in another room',
      files: word === 'with a file' || word === 'top' ? holds : {},
      folders: word === 'with a file below' ? holds : {},
    },
  ];
});

export const file = remembering(
  (
    word: AtFile['file'] | LinkHolder['file'],
    own: Rank,
    effective: Rank,
    late: boolean,
    version: AtFile['versionLabel'],
    versionEffective: AtFile['versionLabel'],
    fences: Fences,
  ): readonly [File | undefined] => {
    if (word === 'absent') return [undefined];
    if (word === 'deleted') return [{ id: an.fileId(1), roomId: an.roomId(1), status: 'deleted', deletedAt: an.NOW }];
    const core = {
      id: an.fileId(word === 'another file' ? 2 : 1),
      roomId: an.roomId(word === 'in another room' ? 2 : 1),
      uploadedBy: word.startsWith('own') ? CALLER : OTHER,
      folder: FENCED_PATH,
      label: label(own),
      effectiveLabel: label(effective),
      requestedAt: (an.NOW - DAY + (late ? 0 : 1)) as Instant,
    };
    // A bin keeps files for 30 days: one file has some left, another none.
    const deletedAt = (an.NOW - 30 * DAY + (word === 'too long in bin' ? 0 : 1)) as Instant;
    if (word.endsWith('bin'))
      return [
        an.aBinnedFile({
          ...core,
          roomId: an.roomId(word === 'in another bin' ? 2 : 1),
          deletedBy: word === 'own in bin' ? CALLER : OTHER,
          deletedAt,
          ...zoneOf(fences),
        }),
      ];
    if (word.endsWith('pending')) return [an.aPendingFile({ ...core, ...zoneOf(fences) })];
    const others =
      version === 0 || versionEffective === 0
        ? undefined
        : [an.aVersion({ label: label(version), effectiveLabel: label(versionEffective) })];
    return [an.anAvailableFile({ ...core, ...(others && { version: 2, others }) })];
  },
);

export const labelRules = remembering(
  (shareMax: Rank): LabelRules => ({
    ...an.labelRules,
    shareMaxLabel: shareMax === 4 ? null : label(shareMax),
  }),
);

export const link = remembering((word: AtLink['link'] | 'there', rank: Rank): readonly [ShareLink | undefined] => [
  word === 'absent'
    ? undefined
    : an.aLink({
        label: label(rank),
        createdBy: word === 'of another user' ? OTHER : CALLER,
        fileId: an.fileId(word === 'to another file' ? 3 : 1),
        creatorEpoch: EPOCH,
      }),
]);

export const redemption = (word: LinkHolder['redemption']): Redemption | undefined =>
  word === 'absent'
    ? undefined
    : an.aRedemption({
        ...(word === 'of another link' && { linkId: an.aLink().id.replace('d', 'c') as ShareLink['id'] }),
        ...(word === 'a day old' && { begunAt: (an.NOW - DAY) as Instant }),
        ...(word === 'with one resume left' && { resumes: 99 }),
        ...(word === 'resumed 100 times' && { resumes: 100 }),
      });

/** The rooms of an external caller: one, of label 2. */
export const commonRooms = remembering((word: CommonWord): readonly CommonRoom[] => {
  if (word === 'none') return [];
  const isSilent = word === 'closed to others with a silent mate';
  const toOthers = isSilent ? 'in a silent group' : 'to others';
  const closed = word.startsWith('closed to others') ? toOthers : word.startsWith('closed');
  const [found] = room(word === 'deleted' ? 'deleted' : 'active', 2, false, 'never', closed, 'none');
  const mine = an.aMembership({
    userId: CALLER,
    role: word === 'closed and owned' ? 'owner' : 'viewer',
    epoch: word === 'left by the caller' ? EPOCH - 1 : EPOCH,
    groups: OWN_GROUPS,
  });
  const theirs = an.aMembership({
    userId: OTHER,
    role: word === 'closed with an owner' ? 'owner' : 'viewer',
    epoch: word === 'left by the other' ? 0 : 1,
    groups: word === 'closed to others' ? [] : OWN_GROUPS.slice(-1),
  });
  return [{ room: found, mine, theirs }];
});
