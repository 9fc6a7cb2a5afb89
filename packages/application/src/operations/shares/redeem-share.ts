import {
  type AvailableFile,
  DomainError,
  decide,
  type FileId,
  isBearerSecret,
  MINUTE,
  plus,
  redeem,
  remainingDownloads,
  SECOND,
  type ShareLink,
} from '@strongroom/domain';
import { blobKey } from '@strongroom/ports';
import type { Download } from '../../kernel/answers.ts';
import type { Visitor } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent, type Replay } from '../../kernel/idempotent.ts';
import type { Operation } from '../../kernel/operation-runner.ts';
import { shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { standingOf, standingRefs } from '../../steps/links/standing-of-link.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { shareLinks, shareSecretKey } from '../../store/share-links.ts';

/** Enough for a broken connection; a key that worked longer would be a way round the cap for anyone who holds the link. */
const REPLAYED_FOR = 10 * MINUTE;
const MAX_REPLAYS = 3;

type Needs = Pick<Deps, 'runner' | 'documents' | 'clock' | 'secrets' | 'classification'>;
type Input = Readonly<{ secret: string }>;

/** What a link's holder sees of the file before he decides to download. */
export type Peeked = Readonly<{ link: ShareLink; file: AvailableFile; remaining: number | null }>;

/** Shows what a link leads to and consumes nothing. Throws SHARE_NOT_FOUND, SHARE_REVOKED, SHARE_EXPIRED, SHARE_EXHAUSTED. */
export const peekShare =
  (deps: Needs) =>
  async (visitor: Visitor, { secret }: Input): Promise<Peeked> => {
    const link = await linkOf(deps, secret);
    return deps.runner.run(
      onLink(deps, visitor, link, 'share.peek', (_, current, file) => ({
        link: current,
        file,
        remaining: remainingDownloads(current),
      })),
    );
  };

/**
 * Consumes one download and releases the wrapped key. Whether it may is decided in one policy on one consistent reading
 * made after the request began, and the link's own count is exactly what is replaced: of any number of callers on any
 * number of processes exactly the cap succeed. The address is signed first, so a failing store costs nobody a download.
 * Throws as `peekShare`.
 */
export const redeemShare =
  (deps: Needs & Pick<Deps, 'blobs' | 'downloadUrlTtl'>) =>
  async (visitor: Visitor, { secret }: Input): Promise<Download> => {
    const link = await linkOf(deps, secret);
    const expiresAt = plus(deps.clock.now(), deps.downloadUrlTtl * SECOND);
    const url = await deps.blobs.signDownload({ key: blobKey(link.sealed), expiresAt });
    const operation = onLink(deps, visitor, link, 'share.redeem', (uow, current, file) => {
      const used = redeem(current, deps.clock.now());
      uow.put(shareLinks, used);
      uow.record({
        type: 'share.redeemed',
        target: shareTarget(used),
        data: { file_id: file.id, download: used.downloads },
      });
      return { url, expiresAt, file };
    });
    // A client whose connection broke asks again with its key and is given the same download, not a second one.
    const replay: Replay<Download> = {
      memory: { milliseconds: REPLAYED_FOR, replays: MAX_REPLAYS },
      store: ({ file }) => ({ fileId: file.id }),
      restore: ({ fileId }: { fileId: FileId }, uow) => {
        const file = uow.find(files, fileId);
        if (file?.status !== 'available') throw new DomainError('SHARE_NOT_FOUND');
        uow.record({ type: 'share.redeemed', target: shareTarget(link), data: { file_id: fileId, replayed: true } });
        return { url, expiresAt, file };
      },
    };
    return deps.runner.run(idempotent(deps, { ownerId: link.id, idempotency: visitor.idempotency }, replay, operation));
  };

async function linkOf(deps: Needs, secret: string): Promise<ShareLink> {
  // A typo is told by the checksum, without a read.
  if (!isBearerSecret('shareLink', secret)) throw new DomainError('SHARE_NOT_FOUND');
  const [document] = await deps.documents.read([refBy(shareLinks, shareSecretKey(deps.secrets.hash(secret)))]);
  if (document === undefined) throw new DomainError('SHARE_NOT_FOUND');
  return stateOf(shareLinks, document);
}

function onLink<T>(
  deps: Needs,
  visitor: Visitor,
  link: ShareLink,
  action: 'share.peek' | 'share.redeem',
  apply: (uow: UnitOfWork, link: ShareLink, file: AvailableFile) => T,
): Operation<T> {
  return {
    author: { actor: { type: 'share', id: link.id }, request: visitor.request },
    refs: [refTo(shareLinks, link.id), ...standingRefs(link)],
    serializeOn: link.id,
    apply: (uow) => {
      const current = uow.find(shareLinks, link.id);
      if (current === undefined) throw new DomainError('SHARE_NOT_FOUND');
      const standing = standingOf(deps.classification, uow, current, deps.clock.now());
      permit(decide(action, standing), shareTarget(current));
      if (standing.file?.status !== 'available') throw new DomainError('SHARE_NOT_FOUND');
      return apply(uow, current, standing.file);
    },
  };
}
