import {
  type AvailableFile,
  type BearerSecret,
  currentVersion,
  DomainError,
  type EventData,
  type FileId,
  type Instant,
  isPackage,
  type Redemption,
  type RedemptionId,
  redeemLink,
  resumableUntil,
} from '@strongroom/domain';
import { blobKey } from '@strongroom/ports';
import type { Download, KeyGrant } from '../../kernel/answers.ts';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent, type Replay } from '../../kernel/idempotent.ts';
import { shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type ContentAddress, OtherContent, withAddress } from '../../steps/files/content-address.ts';
import { type DecidedGrant, draftGrant, type GrantDeps, signGrant } from '../../steps/files/key-grants.ts';
import {
  contentOfLink,
  linkWithSecret,
  onPresentedLink,
  type PresentedDeps,
} from '../../steps/links/on-presented-link.ts';
import { redemptionToBegin } from '../../steps/links/redemption-secret.ts';
import { REPLAYS_OF_LINKS } from '../../steps/links/replays.ts';
import { redemptions } from '../../store/redemptions.ts';
import { rooms } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';
import { type PackagePart, type RedeemedPackage, redeemPackage } from './redeem-package.ts';

/** `client`: thumbprint of the key of a client that wants a key grant. The rest is for packages. */
type RedeemShareInput = PackagePart & Readonly<{ secret: string }>;
/** Answers of before this release have no hash. */
type Begun = Pick<Redemption, 'id' | 'begunAt'> & Partial<Pick<Redemption, 'secretHash'>>;
type Released = Omit<Download, keyof KeyGrant> & Readonly<{ grant: DecidedGrant; begun: Begun }>;
/** Answers of before have no redemption, and are of version 1. */
type Kept = Readonly<{ fileId: FileId; begun?: Begun; version?: number }>;
type Content = Readonly<{ address: ContentAddress; file: AvailableFile; begun: Begun }>;

/** A download with the secret that finishes it if it is interrupted. */
export type RedeemedShare = Download & Readonly<{ redemption: BearerSecret; redemptionExpiresAt: Instant }>;

/**
 * Consumes one download and releases the wrapped key. Of any number of concurrent callers on any number of processes
 * exactly the cap succeed, because each replaces the count of the link that it read. The address is signed first, so a
 * failing store costs no download. Throws SHARE_NOT_FOUND, SHARE_REVOKED, SHARE_EXPIRED, SHARE_EXHAUSTED, INVALID_CURSOR,
 * RATE_LIMIT_EXCEEDED.
 */
export const redeemShare = (
  deps: PresentedDeps & GrantDeps & Pick<Deps, 'blobs' | 'downloadUrlTtl' | 'ids' | 'limiter'>,
) => {
  const redeemFiles = redeemPackage(deps);
  return async (visitor: Visitor, { secret, ...part }: RedeemShareInput): Promise<RedeemedShare | RedeemedPackage> => {
    const link = await linkWithSecret(deps, secret);
    if (isPackage(link)) return redeemFiles(visitor, link, part);
    if (part.redemption !== undefined) throw new DomainError('INVALID_CURSOR');
    const grantTo = draftGrant(deps, 'open', part.client)({ share: link });
    const id = deps.ids.timed<RedemptionId>(deps.clock.now());
    const beginning = redemptionToBegin(deps.secrets, id);
    const released = (uow: UnitOfWork, { address, file, begun }: Content, data: EventData): Released => {
      const { sealed, url, expiresAt } = address;
      if (file.sealed !== sealed) throw new OtherContent(file.sealed);
      const event = uow.record({
        type: 'share.redeemed',
        target: shareTarget(link),
        data: { file_id: file.id, version: currentVersion(file), ...data, redemption: begun.id, ...grantTo.data },
      });
      return { url, expiresAt, file, begun, grant: grantTo.decided(event, file, uow.get(rooms, link.roomId).label) };
    };
    const begin = (uow: UnitOfWork, file: AvailableFile): Begun => {
      const secretHash = beginning.hash();
      const begunAt = deps.clock.now();
      uow.put(redemptions, { id, linkId: link.id, version: currentVersion(file), secretHash, begunAt, resumes: 0 });
      return { id, begunAt, secretHash };
    };
    const redeemed = (address: ContentAddress): Promise<Released> => {
      const operation = onPresentedLink(deps, visitor, link, 'share.redeem', (uow, current, file) => {
        const used = redeemLink(current, deps.clock.now());
        uow.put(shareLinks, used);
        return released(uow, { address, file, begun: begin(uow, file) }, { download: used.downloads });
      });
      // A client whose connection broke repeats its key and gets the same download, not a second one.
      const replay: Replay<Released> = {
        memory: REPLAYS_OF_LINKS,
        store: ({ file, begun }): Kept => ({ fileId: file.id, begun, version: currentVersion(file) }),
        restore: ({ begun, version = 1 }: Kept, uow) => {
          const file = contentOfLink(deps.labelRules, uow, { ...link, version });
          return released(uow, { address, file, begun: begun ?? begin(uow, file) }, { replayed: true });
        },
      };
      const owner = { ownerId: link.id, idempotency: visitor.idempotency };
      return deps.runner.run(idempotent(deps, owner, replay, operation));
    };
    const { grant, begun, ...download } = await withAddress(deps, blobKey(link.sealed), redeemed);
    return {
      ...download,
      ...signGrant(deps, grant),
      redemption: beginning.secretOf(begun),
      redemptionExpiresAt: resumableUntil(begun),
    };
  };
};
