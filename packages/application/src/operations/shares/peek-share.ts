import { type AvailableFile, type PersonName, remainingDownloads, type ShareLink } from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { linkWithSecret, onPresentedLink, type PresentedDeps } from '../../steps/links/on-presented-link.ts';
import { users } from '../../store/users.ts';

/** The file of a link, as shown to the holder of the link before a download. */
export type Peeked = Readonly<{
  link: ShareLink;
  file: AvailableFile;
  remaining: number | null;
  /** Name of the creator; null for one who gave none. */
  sharedBy: PersonName | null;
  /** The organisation of the service, as its operator names it. */
  organisation: string | null;
}>;

/** Shows the file of a link and consumes no download. Throws SHARE_NOT_FOUND, SHARE_REVOKED, SHARE_EXPIRED, SHARE_EXHAUSTED. */
export const peekShare =
  (deps: PresentedDeps & Pick<Deps, 'organisation'>) =>
  async (visitor: Visitor, { secret }: Readonly<{ secret: string }>): Promise<Peeked> => {
    const presented = await linkWithSecret(deps, secret);
    return deps.runner.run(
      onPresentedLink(deps, visitor, presented, 'share.peek', (uow, link, file) => ({
        link,
        file,
        remaining: remainingDownloads(link),
        sharedBy: uow.find(users, link.createdBy)?.name || null,
        organisation: deps.organisation ?? null,
      })),
    );
  };
