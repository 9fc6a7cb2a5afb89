import type { FileId } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inFile } from '../../kernel/in-file.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { sharesSeen } from '../../steps/links/shares-seen.ts';
import { linksOfFile, shareLinks } from '../../store/share-links.ts';

/** The links of a file, newest first, without their secrets. Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR. */
export const listShares =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (
    ctx: SignedIn,
    { fileId, ...page }: PageRequest & Readonly<{ fileId: FileId }>,
  ): Promise<Listed<ShareSeen>> => {
    deps.lists.check('shares', page);
    await inFile(deps, ctx, { roomId: placeOf(ctx, fileId), fileId }, { action: 'share.list', apply: () => undefined });
    const { items, meta } = await deps.lists.page(
      { name: `shares:${fileId}`, collection: shareLinks, selection: { anyOf: [linksOfFile(fileId)] } },
      page,
    );
    return { items: await sharesSeen(deps, items), meta };
  };
