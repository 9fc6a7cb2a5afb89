import {
  type BearerSecret,
  bearerSecret,
  DomainError,
  type DownloadCap,
  decide,
  expiryAfter,
  type FileId,
  formatInstant,
  type ShareLink,
  type ShareLinkId,
  type ShareSeconds,
} from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent } from '../../kernel/idempotent.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { withoutSecret } from '../../kernel/replay.ts';
import { fileInSight, fileRefs, fileTarget } from '../../kernel/sight.ts';
import { rooms } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';

type Input = Readonly<{ fileId: FileId; expiresIn: ShareSeconds; maxDownloads: DownloadCap | null }>;

/** A new link with its secret, which is told this once (empty when repeated); only its hash is kept. */
export type NewShare = ShareSeen & Readonly<{ secret: BearerSecret }>;

/**
 * Creates a share link. Specification section 4, "Create a share link".
 * Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, SHARE_NOT_ALLOWED, UPLOAD_NOT_CONFIRMED, ROOM_ARCHIVED.
 */
export const createShare =
  (deps: Pick<Deps, 'runner' | 'clock' | 'ids' | 'secrets' | 'classification'>) =>
  (ctx: SignedIn, { fileId, expiresIn, maxDownloads }: Input): Promise<NewShare> => {
    const roomId = placeOf(ctx, fileId);
    const secret = bearerSecret('shareLink', deps.secrets.random(32));
    return deps.runner.run(
      idempotent(deps, ownerOf(ctx), withoutSecret<NewShare>(), {
        author: authorOf(ctx),
        refs: fileRefs(ctx, roomId, fileId),
        serializeOn: roomId,
        apply: (uow) => {
          const found = fileInSight(deps, uow, ctx, roomId, fileId);
          const { file, membership, user } = found;
          permit(decide('share.create', found), fileTarget(fileId, file));
          if (file.status !== 'available' || membership === undefined) throw new DomainError('UPLOAD_NOT_CONFIRMED');
          // Whatever ends a membership or a file, archives or deletes replaces the room.
          uow.expect(rooms, roomId);
          const now = deps.clock.now();
          const link: ShareLink = {
            id: deps.ids.uuid<ShareLinkId>(),
            fileId,
            roomId,
            label: file.effectiveLabel,
            sealed: file.sealed,
            secretHash: deps.secrets.hash(secret),
            createdBy: user.id,
            createdAt: now,
            creatorEpoch: user.epoch,
            creatorMembershipId: membership.id,
            expiresAt: expiryAfter(now, expiresIn),
            maxDownloads,
            downloads: 0,
            revokedAt: null,
          };
          uow.put(shareLinks, link);
          uow.record({
            type: 'share.created',
            target: shareTarget(link),
            data: { file_id: fileId, expires_at: formatInstant(link.expiresAt), max_downloads: maxDownloads },
          });
          return { link, status: 'active', secret };
        },
      }),
    );
  };

/** A link as the audit log names it. */
export const shareTarget = (link: ShareLink) =>
  ({ type: 'share', id: link.id, roomId: link.roomId, label: link.label }) as const;
