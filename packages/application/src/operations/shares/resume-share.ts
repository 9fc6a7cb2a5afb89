import {
  type AvailableFile,
  DomainError,
  type EventData,
  type FileId,
  type Instant,
  plus,
  resumeRedemption,
  SECOND,
} from '@strongroom/domain';
import { blobKey } from '@strongroom/ports';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent, type Replay } from '../../kernel/idempotent.ts';
import { shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { linkWithSecret, onPresentedLink, type PresentedDeps } from '../../steps/links/on-presented-link.ts';
import { REPLAYS_OF_LINKS } from '../../steps/links/replays.ts';
import { files } from '../../store/files.ts';
import { redemptions } from '../../store/redemptions.ts';
import { shareLinks } from '../../store/share-links.ts';

/** `redemption`: the secret in the answer to the redemption. */
type ResumeShareInput = Readonly<{ secret: string; redemption: string }>;

/** Another address for a counted download, without key material. */
export type Resumed = Readonly<{ url: string; expiresAt: Instant; file: AvailableFile }>;

/**
 * Gives another address for a download that was counted, so that its holder can finish it. Counts nothing and releases no
 * key. The expiry of the link does not end it, its revocation does. Throws SHARE_NOT_FOUND, SHARE_REVOKED,
 * REDEMPTION_ENDED.
 */
export const resumeShare =
  (deps: PresentedDeps & Pick<Deps, 'blobs' | 'downloadUrlTtl'>) =>
  async (visitor: Visitor, { secret, redemption }: ResumeShareInput): Promise<Resumed> => {
    const link = await linkWithSecret(deps, secret);
    const expiresAt = plus(deps.clock.now(), deps.downloadUrlTtl * SECOND);
    const url = await deps.blobs.signDownload({ key: blobKey(link.sealed), expiresAt });
    const hash = deps.secrets.hash(redemption);
    const resumed = (uow: UnitOfWork, file: AvailableFile, data: EventData): Resumed => {
      uow.record({ type: 'share.resumed', target: shareTarget(link), data: { file_id: file.id, ...data } });
      return { url, expiresAt, file };
    };
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
        return resumed(uow, file, { redemption: next.id, resume: next.resumes });
      },
      hash,
    );
    const replay: Replay<Resumed> = {
      memory: REPLAYS_OF_LINKS,
      store: ({ file }) => ({ fileId: file.id }),
      restore: ({ fileId }: { fileId: FileId }, uow) => {
        const file = uow.find(files, fileId);
        if (file?.status !== 'available') throw new DomainError('SHARE_NOT_FOUND');
        return resumed(uow, file, { redemption: uow.get(redemptions, hash).id, replayed: true });
      },
    };
    const owner = { ownerId: link.id, idempotency: visitor.idempotency };
    return deps.runner.run(idempotent(deps, owner, replay, operation));
  };
