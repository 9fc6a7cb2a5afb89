import { type AvailableFile, remainingDownloads, type ShareLink } from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import { linkWithSecret, onPresentedLink, type PresentedDeps } from '../../steps/links/on-presented-link.ts';

/** The file of a link, as shown to the holder of the link before a download. */
export type Peeked = Readonly<{ link: ShareLink; file: AvailableFile; remaining: number | null }>;

/** Shows the file of a link and consumes no download. Throws SHARE_NOT_FOUND, SHARE_REVOKED, SHARE_EXPIRED, SHARE_EXHAUSTED. */
export const peekShare =
  (deps: PresentedDeps) =>
  async (visitor: Visitor, { secret }: Readonly<{ secret: string }>): Promise<Peeked> => {
    const presented = await linkWithSecret(deps, secret);
    return deps.runner.run(
      onPresentedLink(deps, visitor, presented, 'share.peek', (_, link, file) => ({
        link,
        file,
        remaining: remainingDownloads(link),
      })),
    );
  };
