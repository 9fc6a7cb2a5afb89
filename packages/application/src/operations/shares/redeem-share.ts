import { DomainError, type FileId, MINUTE, plus, redeem, SECOND } from '@strongroom/domain';
import { blobKey } from '@strongroom/ports';
import type { Download } from '../../kernel/answers.ts';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent, type Replay } from '../../kernel/idempotent.ts';
import { shareTarget } from '../../kernel/targets.ts';
import { linkWithSecret, onPresentedLink, type PresentedDeps } from '../../steps/links/on-presented-link.ts';
import { files } from '../../store/files.ts';
import { shareLinks } from '../../store/share-links.ts';

/** Covers a broken connection. A longer period would let the holder of a link exceed the cap. */
const REPLAYED_FOR = 10 * MINUTE;
const MAX_REPLAYS = 3;

/**
 * Consumes one download and releases the wrapped key. Of any number of concurrent callers on any number of processes
 * exactly the cap succeed, because each replaces the count of the link that it read. The address is signed first, so a
 * failing store costs no download. Throws SHARE_NOT_FOUND, SHARE_REVOKED, SHARE_EXPIRED, SHARE_EXHAUSTED.
 */
export const redeemShare =
  (deps: PresentedDeps & Pick<Deps, 'blobs' | 'downloadUrlTtl'>) =>
  async (visitor: Visitor, { secret }: Readonly<{ secret: string }>): Promise<Download> => {
    const link = await linkWithSecret(deps, secret);
    const expiresAt = plus(deps.clock.now(), deps.downloadUrlTtl * SECOND);
    const url = await deps.blobs.signDownload({ key: blobKey(link.sealed), expiresAt });
    const operation = onPresentedLink(deps, visitor, link, 'share.redeem', (uow, current, file) => {
      const used = redeem(current, deps.clock.now());
      uow.put(shareLinks, used);
      uow.record({
        type: 'share.redeemed',
        target: shareTarget(used),
        data: { file_id: file.id, download: used.downloads },
      });
      return { url, expiresAt, file, keyGrant: null };
    });
    // A client whose connection broke repeats its key and gets the same download, not a second one.
    const replay: Replay<Download> = {
      memory: { milliseconds: REPLAYED_FOR, replays: MAX_REPLAYS },
      store: ({ file }) => ({ fileId: file.id }),
      restore: ({ fileId }: { fileId: FileId }, uow) => {
        const file = uow.find(files, fileId);
        if (file?.status !== 'available') throw new DomainError('SHARE_NOT_FOUND');
        uow.record({ type: 'share.redeemed', target: shareTarget(link), data: { file_id: fileId, replayed: true } });
        return { url, expiresAt, file, keyGrant: null };
      },
    };
    return deps.runner.run(idempotent(deps, { ownerId: link.id, idempotency: visitor.idempotency }, replay, operation));
  };
