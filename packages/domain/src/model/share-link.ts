import type { SecretHash } from '../values/crypto.ts';
import { DomainError } from '../values/errors.ts';
import type { FileId, MembershipId, RoomId, ShareLinkId, UserId, ZoneId } from '../values/ids.ts';
import type { Label } from '../values/labels.ts';
import type { DownloadCap } from '../values/numbers.ts';
import type { SealedKey } from '../values/package-items.ts';
import type { FolderPath, LinkMessage, LinkName, LinkRecipient } from '../values/text.ts';
import type { Instant } from '../values/time.ts';

/** Texts of a link: name and recipient are for those who see it in lists, the message for its holders too. */
export type LinkTexts = Readonly<{ name: LinkName; recipient: LinkRecipient; message: LinkMessage }>;

/** The parts of every link, whatever it leads to. INVARIANT: downloads ≤ cap. */
type LinkCore = Readonly<{
  id: ShareLinkId;
  roomId: RoomId;
  label: Label;
  secretHash: SecretHash;
  createdBy: UserId;
  createdAt: Instant;
  /** The creator's epoch and membership: a change of either ends the link permanently. */
  creatorEpoch: number;
  creatorMembershipId: MembershipId;
  expiresAt: Instant;
  maxDownloads: DownloadCap | null;
  downloads: number;
  /** The last counted download. Absent: none was noted. */
  lastUsedAt?: Instant;
  revokedAt: Instant | null;
}> &
  Partial<LinkTexts>;

/**
 * A link to one file for the holders of its secret. `label`: effective label of the file, or the higher of it and that of the
 * version. INVARIANT: a commit that changes them changes those of their links.
 */
export type ShareLink = LinkCore &
  Readonly<{
    kind?: undefined;
    fileId: FileId;
    /** The version that the link leads to; absent for one that follows the current version. */
    version?: number;
    /** Zone of the file. */
    zone?: ZoneId;
    /** Name of the sealed object when the link was made, for which an address is signed before the decision. */
    sealed: string;
    /** Number of times that the file had been restored when the link was made; absent for none. */
    restored?: number;
  }>;

/** One file of a package, named by its place in the list. */
export type PackageItem = Readonly<{
  fileId: FileId;
  /** The version that it is pinned to; absent where it follows the current one. */
  version?: number;
  /** The data key, encrypted to a key that only the address of the link holds. */
  key?: SealedKey;
  /** The folder in which holders see it, as it was called when the link was made; absent at the top. */
  folder?: FolderPath;
  /** Number of times that the file had been restored when the link was made; absent for none. */
  restored?: number;
}>;

/** A link to several files of a room. `label`: the highest of its files when it was made; later ones are decided file by file. */
export type PackageLink = LinkCore &
  Readonly<{
    kind: 'package';
    fileId?: undefined;
    /** Items in the order of their indexes. */
    items: readonly PackageItem[];
  }>;

export type AnyLink = ShareLink | PackageLink;

export const isPackage = (link: AnyLink): link is PackageLink => link.kind === 'package';

/** Maximum number of links of a file that have not ended. */
export const MAX_LIVING_LINKS = 200;
/** Maximum number of links of a file that have not ended, of one person who does not own its room. */
export const MAX_LINKS_OF_ONE = 50;
/** Links of a file that only owners of its room can make, who see and revoke all of them. */
export const LINKS_FOR_OWNERS = 50;
/** Maximum number of ended links of a file that are kept; the oldest go first. */
export const MAX_ENDED_LINKS = 200;

export type ShareStatus = 'active' | 'expired' | 'exhausted' | 'revoked';

export const isRevoked = (link: Pick<ShareLink, 'revokedAt'>): boolean => link.revokedAt !== null;
export const isExpired = (link: Pick<ShareLink, 'expiresAt'>, now: Instant): boolean => now >= link.expiresAt;
export const isExhausted = (link: Pick<ShareLink, 'maxDownloads' | 'downloads'>): boolean =>
  link.maxDownloads !== null && link.downloads >= link.maxDownloads;

/** Whether a link can never work again, whatever its creator may do. */
export const linkHasEnded = (link: AnyLink, now: Instant): boolean =>
  isRevoked(link) || isExpired(link, now) || isExhausted(link);

/** Whether the creator was deactivated or left the room since: the link can never work again. */
export const creatorHasLeft = (
  link: AnyLink,
  creator: Readonly<{ epoch: number }> | undefined,
  membership: Readonly<{ id: MembershipId }> | undefined,
): boolean => creator?.epoch !== link.creatorEpoch || membership?.id !== link.creatorMembershipId;

/** The person who makes a link, and the owners of its room. */
export type LinkMaker = Readonly<{ userId: UserId; owners: readonly UserId[] }>;

/** The words of a limit: of the links of a file, or of the packages of a room. */
type Counted = Readonly<{ refused: string; full: string }>;

/** The same words for links of their own and of others, which they may not see. */
const OF_FILE: Counted = {
  refused:
    `You may not make another link to this file now: a person has at most ${MAX_LINKS_OF_ONE} that work. ` +
    'Revoke one of yours, or ask an owner of the room.',
  full: `A file has at most ${MAX_LIVING_LINKS} links that work; revoke one first.`,
};

const OF_PACKAGES: Counted = {
  refused:
    `You may not make another package in this room now: a person has at most ${MAX_LINKS_OF_ONE} that work. ` +
    'Revoke one of yours, or ask an owner of the room.',
  full: `A room has at most ${MAX_LIVING_LINKS} packages that work; revoke one first.`,
};

/**
 * Makes room for one more link of a file. Returns the ended links to remove. `links` are all of the file, the oldest first;
 * `isOver`: those that ended. Throws LIMIT_REACHED.
 */
export const makeRoomForLink = <L extends AnyLink>(
  links: readonly L[],
  isOver: (link: L) => boolean,
  maker: LinkMaker,
): readonly L[] => makeRoom(links, isOver, maker, OF_FILE);

/** Like `makeRoomForLink`, for one more package of a room. Throws LIMIT_REACHED. */
export const makeRoomForPackage = <L extends AnyLink>(
  packages: readonly L[],
  isOver: (link: L) => boolean,
  maker: LinkMaker,
): readonly L[] => makeRoom(packages, isOver, maker, OF_PACKAGES);

function makeRoom<L extends AnyLink>(
  links: readonly L[],
  isOver: (link: L) => boolean,
  { userId, owners }: LinkMaker,
  { refused, full }: Counted,
): readonly L[] {
  const ended = links.filter(isOver);
  const living = links.filter((link) => !isOver(link));
  const isFull = living.length >= MAX_LIVING_LINKS;
  if (owners.includes(userId)) {
    if (isFull) throw new DomainError('LIMIT_REACHED', { message: full });
  } else if (isFull || hasNoShare(living, { userId, owners }))
    throw new DomainError('LIMIT_REACHED', { message: refused });
  return ended.slice(0, Math.max(ended.length - MAX_ENDED_LINKS, 0));
}

function hasNoShare(living: readonly AnyLink[], { userId, owners }: LinkMaker): boolean {
  const ofOthers = living.filter(({ createdBy }) => !owners.includes(createdBy));
  const own = ofOthers.filter(({ createdBy }) => createdBy === userId);
  return own.length >= MAX_LINKS_OF_ONE || ofOthers.length >= MAX_LIVING_LINKS - LINKS_FOR_OWNERS;
}

/** If several apply: revoked before expired before exhausted. */
export const shareStatus = (link: AnyLink, creatorStillMay: boolean, now: Instant): ShareStatus => {
  if (isRevoked(link) || !creatorStillMay) return 'revoked';
  if (isExpired(link, now)) return 'expired';
  return isExhausted(link) ? 'exhausted' : 'active';
};

/** Downloads left, or null without a cap. */
export const remainingDownloads = (link: AnyLink): number | null =>
  link.maxDownloads === null ? null : link.maxDownloads - link.downloads;

/** Counts one download and notes its time. Throws SHARE_REVOKED, SHARE_EXPIRED or SHARE_EXHAUSTED, whatever the policy decided. */
export function redeemLink<L extends AnyLink>(link: L, now: Instant): L {
  if (isRevoked(link)) throw new DomainError('SHARE_REVOKED');
  if (isExpired(link, now)) throw new DomainError('SHARE_EXPIRED');
  if (isExhausted(link)) throw new DomainError('SHARE_EXHAUSTED');
  return { ...link, downloads: link.downloads + 1, lastUsedAt: now };
}

/** Gives a link the effective label of its file. The same label changes nothing. */
export const relabelLink = (link: ShareLink, label: Label): ShareLink =>
  label === link.label ? link : { ...link, label };

/** Revoking a revoked link changes nothing. */
export const revokeLink = <L extends AnyLink>(link: L, at: Instant): L =>
  link.revokedAt === null ? { ...link, revokedAt: at } : link;
