import { type ShareLinkId, TOP_FOLDER } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { type FileShown, fileShownBy } from '../../steps/links/file-shown-by.ts';
import { onLink } from '../../steps/links/in-link.ts';
import { isGiven } from '../../steps/links/standing-of-link.ts';
import { type InPackageDeps, isAtPackage, onPackage } from '../../steps/packages/in-package.ts';
import { filesShownBy } from '../../steps/packages/packages-seen.ts';
import { files } from '../../store/files.ts';

type ListShareFilesDeps = InPackageDeps & Pick<Deps, 'lists'>;

/**
 * The files that a link leads to, in their order: those that the caller sees now. A file that is deleted is absent, like one that
 * is hidden from the caller. Throws SHARE_NOT_FOUND, INVALID_CURSOR.
 */
export const listShareFiles =
  (deps: ListShareFilesDeps) =>
  async (
    ctx: SignedIn,
    { shareId, ...page }: PageRequest & Readonly<{ shareId: ShareLinkId }>,
  ): Promise<ListedPage<FileShown>> => {
    deps.lists.check('share-files', page);
    const shown = await (isAtPackage(ctx) ? ofPackage(deps, ctx, shareId) : ofLink(deps, ctx, shareId));
    return deps.lists.cut(`share-files:${shareId}:${ctx.credential.userId}`, shown, IN_ORDER, page);
  };

const IN_ORDER = { id: ({ file }: FileShown) => file.id, order: ({ index }: FileShown) => index } as const;

async function ofPackage(deps: ListShareFilesDeps, ctx: SignedIn, shareId: ShareLinkId): Promise<readonly FileShown[]> {
  const seen = await onPackage(deps, ctx, shareId, { action: 'package.see', apply: (_, found) => found });
  return filesShownBy(deps, seen, seen.package);
}

const ofLink = (deps: ListShareFilesDeps, ctx: SignedIn, shareId: ShareLinkId): Promise<readonly FileShown[]> =>
  onLink(deps, ctx, shareId, {
    action: 'share.see',
    apply: (uow, seen): readonly FileShown[] => {
      const file = fileShownBy(seen, uow.find(files, seen.link.fileId), seen.link);
      if (file === undefined) return [];
      return [{ index: 0, file, folder: TOP_FOLDER, isGiven: isGiven(deps.labelRules, uow, seen.link, seen.now) }];
    },
  });
