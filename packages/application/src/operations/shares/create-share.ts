import {
  type AnyLink,
  type BearerSecret,
  bearerSecret,
  DomainError,
  type DownloadCap,
  type FileId,
  fileOfLink,
  formatInstant,
  type LinkTexts,
  linkHasEnded,
  makeRoomForLink,
  type ShareLink,
  type ShareLinkId,
  type ShareSeconds,
} from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inFile } from '../../kernel/in-file.ts';
import { shareMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { withoutSecret } from '../../kernel/replay.ts';
import { shareTarget } from '../../kernel/targets.ts';
import { atVersion, shownVersion } from '../../steps/files/at-version.ts';
import { namesOfShown } from '../../steps/links/file-shown-by.ts';
import { linksToAddTo } from '../../steps/links/links-to-add-to.ts';
import { termsOfNewLink } from '../../steps/links/new-link.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';

type CreateShareInput = Readonly<{
  fileId: FileId;
  /** Without it, the link follows the current version. */
  version?: number | undefined;
  expiresIn: ShareSeconds;
  maxDownloads: DownloadCap | null;
  texts?: Partial<LinkTexts>;
}>;

/** A new link with its secret, which appears in this answer only and is empty in a replay. Only its hash is stored. */
export type NewShare<L extends AnyLink = AnyLink> = ShareSeen & Readonly<{ link: L; secret: BearerSecret | '' }>;

/**
 * Creates a share link, and removes the oldest ended ones of the file. Throws FILE_NOT_FOUND, VERSION_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * SHARE_NOT_ALLOWED, UPLOAD_NOT_CONFIRMED, ROOM_ARCHIVED, LIMIT_REACHED.
 */
export const createShare =
  (deps: OperationDeps & Pick<Deps, 'ids' | 'documents'>) =>
  (
    ctx: SignedIn,
    { fileId, version, expiresIn, maxDownloads, texts = {} }: CreateShareInput,
  ): Promise<NewShare<ShareLink>> => {
    const roomId = roomIdOfFile(ctx, fileId);
    const secret = bearerSecret('shareLink', deps.secrets.random(32));
    const links = linksToAddTo(deps, fileId);
    return inFile(
      deps,
      ctx,
      { roomId, fileId },
      {
        action: 'share.create',
        facts: (_, found) => ({ file: shownVersion(found, version) }),
        serializeOn: fileId,
        replay: withoutSecret<NewShare<ShareLink>>(),
        loadAllowed: (_, { user, room }) => links.load({ userId: user.id, owners: room.owners }),
        complete: (share, present) => {
          const at = present();
          const file = fileOfLink(deps.labelRules.scheme, at.file, share.link);
          const named = namesOfShown(file?.status === 'available' ? [file] : []);
          return { ...share, ...named, may: shareMay(deps, { ...at, file, link: share.link }) };
        },
        apply: (uow, seen): NewShare<ShareLink> => {
          const { membership, room, user } = seen;
          const file = atVersion(seen, version);
          if (file.status !== 'available' || membership === undefined) throw new DomainError('UPLOAD_NOT_CONFIRMED');
          // Every end of a membership or a file, archival or deletion replaces the room.
          uow.expect(rooms, roomId);
          // A new label of the file goes to all its links: replacing the file conflicts with that.
          uow.put(files, seen.file);
          const now = deps.clock.now();
          const isOver = (link: ShareLink): boolean => linkHasEnded(link, now) || links.isAbandoned(link);
          const maker = { userId: user.id, owners: room.owners };
          for (const { id } of makeRoomForLink(links.of(uow), isOver, maker)) uow.remove(shareLinks, id);
          const link: ShareLink = {
            // In order of time, like ids of files: neighbours in the index of ids.
            id: deps.ids.timed<ShareLinkId>(now),
            fileId,
            roomId,
            ...(version !== undefined && { version }),
            ...(file.restored !== undefined && { restored: file.restored }),
            label: file.effectiveLabel,
            ...(seen.file.status === 'available' && seen.file.zone !== undefined && { zone: seen.file.zone }),
            sealed: file.sealed,
            ...termsOfNewLink(deps, { user, membership, secret, now, expiresIn, maxDownloads, texts }),
          };
          uow.put(shareLinks, link);
          uow.record({
            type: 'share.created',
            target: shareTarget(link),
            data: {
              file_id: fileId,
              ...(version !== undefined && { version }),
              expires_at: formatInstant(link.expiresAt),
              max_downloads: maxDownloads,
            },
          });
          return { link, createdBy: user.id, status: 'active', fileCount: 1, fileTotal: 1, secret };
        },
      },
    );
  };
