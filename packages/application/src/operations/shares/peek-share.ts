import { type AvailableFile, DomainError, isPackage, remainingDownloads, type ShareLink } from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { linkWithSecret, onPresentedLink, type PresentedDeps } from '../../steps/links/on-presented-link.ts';
import { type LinkSender, senderOf } from '../../steps/links/sender.ts';
import { type PeekedPackage, peekPackage } from './peek-package.ts';

/** The file of a link, as shown to the holder of the link before a download. */
export type PeekedShare = LinkSender & Readonly<{ link: ShareLink; file: AvailableFile; remaining: number | null }>;

/** `cursor`: of a further page of the files of a package. */
type PeekShareInput = Readonly<{ secret: string; cursor?: string | undefined }>;

/**
 * Shows the file or the files of a link and consumes no download. Throws SHARE_NOT_FOUND, SHARE_REVOKED, SHARE_EXPIRED,
 * SHARE_EXHAUSTED, INVALID_CURSOR.
 */
export const peekShare =
  (deps: PresentedDeps & Pick<Deps, 'organisation'>) =>
  async (visitor: Visitor, { secret, cursor }: PeekShareInput): Promise<PeekedShare | PeekedPackage> => {
    const presented = await linkWithSecret(deps, secret);
    if (isPackage(presented)) return peekPackage(deps)(visitor, presented, cursor);
    if (cursor !== undefined) throw new DomainError('INVALID_CURSOR');
    return deps.runner.run(
      onPresentedLink(deps, visitor, presented, 'share.peek', (uow, link, file) => ({
        link,
        file,
        remaining: remainingDownloads(link),
        ...senderOf(deps, uow, link),
      })),
    );
  };
