import {
  type AvailableFile,
  DomainError,
  type EventData,
  type FileId,
  type KeyThumbprint,
  MINUTE,
  plus,
  redeem,
  SECOND,
} from '@strongroom/domain';
import { blobKey } from '@strongroom/ports';
import type { Download, KeyGrant } from '../../kernel/answers.ts';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent, type Replay } from '../../kernel/idempotent.ts';
import { shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type DecidedGrant, draftGrant, type GrantDeps, signGrant } from '../../steps/files/key-grants.ts';
import { linkWithSecret, onPresentedLink, type PresentedDeps } from '../../steps/links/on-presented-link.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';

/** Covers a broken connection. A longer period would let the holder of a link exceed the cap. */
const REPLAYED_FOR = 10 * MINUTE;
const MAX_REPLAYS = 3;

/** `client`: thumbprint of the key of a client that wants a key grant. */
type Input = Readonly<{ secret: string; client?: KeyThumbprint | undefined }>;
type Released = Omit<Download, keyof KeyGrant> & Readonly<{ grant: DecidedGrant }>;

/**
 * Consumes one download and releases the wrapped key. Of any number of concurrent callers on any number of processes
 * exactly the cap succeed, because each replaces the count of the link that it read. The address is signed first, so a
 * failing store costs no download. Throws SHARE_NOT_FOUND, SHARE_REVOKED, SHARE_EXPIRED, SHARE_EXHAUSTED.
 */
export const redeemShare =
  (deps: PresentedDeps & GrantDeps & Pick<Deps, 'blobs' | 'downloadUrlTtl'>) =>
  async (visitor: Visitor, { secret, client }: Input): Promise<Download> => {
    const link = await linkWithSecret(deps, secret);
    const expiresAt = plus(deps.clock.now(), deps.downloadUrlTtl * SECOND);
    const url = await deps.blobs.signDownload({ key: blobKey(link.sealed), expiresAt });
    const grantTo = draftGrant(deps, 'open', client)({ share: link });
    const released = (uow: UnitOfWork, file: AvailableFile, data: EventData): Released => {
      const event = uow.record({
        type: 'share.redeemed',
        target: shareTarget(link),
        data: { ...data, ...grantTo.data },
      });
      return { url, expiresAt, file, grant: grantTo.decided(event, file, uow.get(rooms, link.roomId).label) };
    };
    const operation = onPresentedLink(deps, visitor, link, 'share.redeem', (uow, current, file) => {
      const used = redeem(current, deps.clock.now());
      uow.put(shareLinks, used);
      return released(uow, file, { file_id: file.id, download: used.downloads });
    });
    // A client whose connection broke repeats its key and gets the same download, not a second one.
    const replay: Replay<Released> = {
      memory: { milliseconds: REPLAYED_FOR, replays: MAX_REPLAYS },
      store: ({ file }) => ({ fileId: file.id }),
      restore: ({ fileId }: { fileId: FileId }, uow) => {
        const file = uow.find(files, fileId);
        if (file?.status !== 'available') throw new DomainError('SHARE_NOT_FOUND');
        return released(uow, file, { file_id: fileId, replayed: true });
      },
    };
    const owner = { ownerId: link.id, idempotency: visitor.idempotency };
    const { grant, ...download } = await deps.runner.run(idempotent(deps, owner, replay, operation));
    return { ...download, ...signGrant(deps, grant) };
  };
