import { DomainError, isPackage, type PackageLink, remainingDownloads } from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { PresentedDeps } from '../../steps/links/on-presented-link.ts';
import { type LinkSender, senderOf } from '../../steps/links/sender.ts';
import { type OpenItem, openItems, packageRefs } from '../../steps/packages/open-items.ts';
import { pageFrom, placeAt } from '../../steps/packages/pages.ts';
import { refTo } from '../../store/collection.ts';
import { shareLinks } from '../../store/share-links.ts';

/** The files of a package, as shown to its holder before a download. */
export type PeekedPackage = LinkSender &
  Readonly<{
    link: PackageLink;
    files: readonly OpenItem[];
    fileCount: number;
    /** Bytes of all files. */
    size: number;
    /** Whether the files come with keys that only the address of the link opens. All do, or none. */
    hasKeys: boolean;
    remaining: number | null;
    nextCursor: string | null;
  }>;

/** Shows a page of the files and consumes no download. Throws as `peekShare`, and INVALID_CURSOR. */
export const peekPackage =
  (deps: PresentedDeps & Pick<Deps, 'organisation'>) =>
  async (visitor: Visitor, link: PackageLink, cursor: string | undefined): Promise<PeekedPackage> => {
    const place = placeAt(cursor);
    return deps.runner.run<PeekedPackage>({
      author: { actor: { type: 'share', id: link.id }, request: visitor.request },
      refs: [refTo(shareLinks, link.id), ...packageRefs(link)],
      serializeOn: link.id,
      apply: (uow) => {
        const current = uow.find(shareLinks, link.id);
        if (current === undefined || !isPackage(current)) throw new DomainError('SHARE_NOT_FOUND');
        const open = openItems(deps.labelRules, uow, current, { action: 'share.peek', now: deps.clock.now() });
        const { items, nextCursor } = pageFrom(open, place);
        return {
          link: current,
          files: items,
          fileCount: open.length,
          size: open.reduce((sum, { file }) => sum + file.size, 0),
          hasKeys: current.items.some(({ key }) => key !== undefined),
          remaining: remainingDownloads(current),
          nextCursor,
          ...senderOf(deps, uow, current),
        };
      },
    });
  };
