/** Turns what the oracle speaks about into the facts that the product decides on. */
import {
  type Action,
  type Classification,
  type DownloadCap,
  type FactsOf,
  type File,
  type Grant,
  type Instant,
  type Label,
  type Membership,
  type Room,
  SCOPES,
  type Scope,
  type ShareLink,
  type Subject,
  type User,
} from '../../src/index.ts';
import * as an from '../examples.ts';
import type {
  Asker,
  AtFile,
  AtLink,
  AtReceipt,
  AtRoom,
  AtUser,
  Clearance,
  LinkHolder,
  MemberWord,
  Rank,
} from './oracle/situation.ts';

/** Every fact that any policy may ask for. */
export type Facts = FactsOf<Action>;

const CALLER = an.userId(1);
const OTHER = an.userId(2);
const EPOCH = 2;
const DAY = 86_400_000;

const label = (rank: Rank): Label => `C${rank}` as Label;
const clearance = (rank: Clearance): Label | '' => (rank === 0 ? '' : label(rank));
const override = (rank: Clearance): Label | null => (rank === 0 ? null : label(rank));

/** The same input gives the same object: most of what a situation is made of stands in thousands of others too. */
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

const subject = (s: Asker): Subject => ({
  id: CALLER,
  status: s.status,
  role: s.role,
  epoch: EPOCH,
  clearance: clearance(s.clearance),
  grant: s.scopes === 'unlimited' ? null : (s.scopes as Grant),
});

const room = remembering((state: AtRoom['room'], rank: Rank, orphaned: boolean): readonly [Room | undefined] => {
  if (state === 'absent') return [undefined];
  const { id, orgUnitId, createdBy, createdAt, ...rest } = an.aRoom();
  const core = { id, orgUnitId, createdBy, createdAt, label: label(rank) };
  if (state === 'deleted')
    return [{ ...core, status: 'deleted', deletedAt: an.NOW, deletedBy: OTHER, receiptId: an.receiptId(1) }];
  return [{ ...rest, ...core, status: state, owners: orphaned ? [] : [OTHER] }];
});

const membership = remembering((word: MemberWord | 'again', epoch: number): readonly [Membership | undefined] => {
  if (word === 'none') return [undefined];
  const role = word === 'viewer' || word === 'contributor' ? word : 'owner';
  return [
    an.aMembership({
      id: an.membershipId(word === 'again' ? 2 : 1),
      userId: word === 'foreign' ? OTHER : CALLER,
      roomId: an.roomId(word === 'elsewhere' ? 2 : 1),
      role,
      epoch: word === 'before' ? epoch - 1 : epoch,
    }),
  ];
});

const file = remembering(
  (
    word: AtFile['file'] | LinkHolder['file'],
    own: Rank,
    effective: Rank,
    late: boolean,
  ): readonly [File | undefined] => {
    if (word === 'absent') return [undefined];
    if (word === 'deleted') return [{ id: an.fileId(1), roomId: an.roomId(1), status: 'deleted', deletedAt: an.NOW }];
    const core = {
      id: an.fileId(word === 'another file' ? 2 : 1),
      roomId: an.roomId(word === 'in another room' ? 2 : 1),
      uploadedBy: word.startsWith('own') ? CALLER : OTHER,
      label: label(own),
      effectiveLabel: label(effective),
      requestedAt: (an.NOW - DAY + (late ? 0 : 1)) as Instant,
    };
    return [word.endsWith('pending') ? an.aPendingFile(core) : an.anAvailableFile(core)];
  },
);

const classification = remembering(
  (shareMax: Rank): Classification => ({
    ...an.classification,
    shareMaxLabel: shareMax === 4 ? null : label(shareMax),
  }),
);

const link = remembering((word: AtLink['link'] | 'there', rank: Rank): readonly [ShareLink | undefined] => [
  word === 'absent'
    ? undefined
    : an.aLink({
        label: label(rank),
        createdBy: word === 'of another user' ? OTHER : CALLER,
        fileId: an.fileId(word === 'to another file' ? 3 : 1),
        creatorEpoch: EPOCH,
      }),
]);

const NOTHING: Facts = {
  subject: { id: CALLER, status: 'active', role: 'member', epoch: EPOCH, clearance: '', grant: [] },
  classification: classification(4),
  room: undefined,
  membership: undefined,
  file: undefined,
  label: label(4),
  target: undefined,
  role: 'owner',
  clearance: label(4),
  from: null,
  to: 'owner',
  memberId: OTHER,
  link: undefined,
  creator: undefined,
  creatorMembership: undefined,
  now: an.NOW,
  receipt: undefined,
};

export const factsAtRoom = (s: AtRoom): Facts => ({
  ...NOTHING,
  subject: subject(s),
  room: room(s.room, s.roomLabel, s.orphaned)[0],
  membership: membership(s.member, EPOCH)[0],
  label: label(s.sent),
  from: s.from === 'none' ? null : s.from,
  to: s.to,
  memberId: s.oneself ? CALLER : OTHER,
});

export const factsAtFile = (s: AtFile): Facts => ({
  ...NOTHING,
  subject: subject(s),
  room: room(s.room, s.roomLabel, s.orphaned)[0],
  membership: membership(s.member, EPOCH)[0],
  label: label(s.sent),
  classification: classification(s.shareMax),
  file: file(s.file, s.fileLabel, Math.max(s.roomLabel, s.fileLabel) as Rank, s.late)[0],
});

export const factsAtLink = (s: AtLink): Facts => ({
  ...factsAtFile(s),
  link: link(s.link, Math.max(s.roomLabel, s.fileLabel) as Rank)[0],
});

export function factsOfHolder(s: LinkHolder): Facts {
  const known = link(s.link, s.label)[0];
  const epoch = s.creatorWasAway ? EPOCH + 1 : EPOCH;
  return {
    ...NOTHING,
    classification: classification(s.shareMax),
    room: room(s.room, s.label, false)[0],
    file: file(s.file, s.label, s.label, false)[0],
    link: known && {
      ...known,
      revokedAt: s.revoked ? an.NOW : null,
      expiresAt: (s.expired ? an.NOW : an.NOW + 1) as Instant,
      maxDownloads: s.downloads === 'uncapped' ? null : (2 as DownloadCap),
      downloads: s.downloads === 'used up' ? 2 : 1,
    },
    creator:
      s.creator === 'absent'
        ? undefined
        : // A label that no scheme knows is no clearance.
          an.aUser({ status: s.creator, epoch, clearance: override(s.creatorClearance) ?? ('C9' as Label) }),
    creatorMembership: membership(s.creatorMember, epoch)[0],
  };
}

const target = (s: AtUser): User | undefined => {
  if (s.target === 'absent') return undefined;
  if (s.target === 'oneself') return an.aUser({ role: s.role, status: 'active', epoch: EPOCH });
  return an.aUser({ id: OTHER, role: s.targetRole, status: s.targetStatus, clearance: override(s.targetOverride) });
};

export const factsAtUser = (s: AtUser): Facts => ({
  ...NOTHING,
  subject: subject(s),
  target: target(s),
  role: s.sentRole,
  clearance: clearance(s.sentClearance),
});

export const factsAtReceipt = (s: AtReceipt): Facts => ({
  ...NOTHING,
  subject: subject(s),
  receipt: s.receipt === 'absent' ? undefined : an.aReceipt({ deletedBy: s.receipt === 'own' ? CALLER : OTHER }),
});

/** Everything a token may be limited to. */
export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[];
