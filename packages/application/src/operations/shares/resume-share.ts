import {
  type AvailableFile,
  DomainError,
  type EventData,
  type Instant,
  isPackage,
  resumeRedemption,
} from '@strongroom/domain';
import { blobKey } from '@strongroom/ports';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent, type Replay } from '../../kernel/idempotent.ts';
import { shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type ContentAddress, OtherContent, withAddress } from '../../steps/files/content-address.ts';
import {
  contentOfLink,
  linkWithSecret,
  onPresentedLink,
  type PresentedDeps,
  releasedBy,
} from '../../steps/links/on-presented-link.ts';
import { REPLAYS_OF_LINKS } from '../../steps/links/replays.ts';
import { redemptions } from '../../store/redemptions.ts';
import { shareLinks } from '../../store/share-links.ts';

/** `redemption`: the secret in the answer to the redemption. */
type ResumeShareInput = Readonly<{ secret: string; redemption: string }>;

/** Another address for a counted download, without key material. */
export type ResumedShare = Readonly<{ url: string; expiresAt: Instant; file: AvailableFile }>;

/**
 * Gives another address for a download that was counted, so that its holder can finish it. Counts nothing and releases no
 * key. The expiry of the link does not end it, its revocation does. Throws SHARE_NOT_FOUND, SHARE_REVOKED,
 * REDEMPTION_ENDED.
 */
export const resumeShare =
  (deps: PresentedDeps & Pick<Deps, 'blobs' | 'downloadUrlTtl'>) =>
  async (visitor: Visitor, { secret, redemption }: ResumeShareInput): Promise<ResumedShare> => {
    const link = await linkWithSecret(deps, secret);
    // Parts of a package are asked for where it is redeemed.
    if (isPackage(link)) throw new DomainError('REDEMPTION_ENDED');
    const hash = deps.secrets.hash(redemption);
    const resumed = (
      uow: UnitOfWork,
      { sealed, url, expiresAt }: ContentAddress,
      file: AvailableFile,
      data: EventData,
    ): ResumedShare => {
      if (file.sealed !== sealed) throw new OtherContent(file.sealed);
      uow.record({ type: 'share.resumed', target: shareTarget(link), data: { file_id: file.id, ...data } });
      return { url, expiresAt, file };
    };
    return withAddress(deps, blobKey(link.sealed), (address) => {
      const operation = onPresentedLink(
        deps,
        visitor,
        link,
        'share.resume',
        (uow, current, file, found) => {
          if (found === undefined) throw new DomainError('REDEMPTION_ENDED');
          const next = resumeRedemption(found, current, deps.clock.now());
          uow.put(redemptions, next);
          // A revocation replaces the link, which a resume does not.
          uow.expect(shareLinks, current.id);
          return resumed(uow, address, file, { redemption: next.id, resume: next.resumes });
        },
        hash,
      );
      const replay: Replay<ResumedShare> = {
        memory: REPLAYS_OF_LINKS,
        store: ({ file }) => ({ fileId: file.id }),
        restore: (_: object, uow) => {
          const found = uow.get(redemptions, hash);
          const file = contentOfLink(deps.labelRules, uow, releasedBy(link, found));
          return resumed(uow, address, file, { redemption: found.id, replayed: true });
        },
      };
      const owner = { ownerId: link.id, idempotency: visitor.idempotency };
      return deps.runner.run(idempotent(deps, owner, replay, operation));
    });
  };
