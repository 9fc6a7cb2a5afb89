import type { FileId } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { IdentityMap } from '../../kernel/identity-map.ts';
import { inFile } from '../../kernel/in-file.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { shareSeen, standingRefs } from '../../steps/links/standing-of-link.ts';
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
    const refs = items.flatMap(standingRefs);
    const snapshot = new IdentityMap(refs, refs.length === 0 ? [] : await deps.documents.read(refs));
    const now = deps.clock.now();
    return {
      items: items.map((link) => shareSeen(deps.classification, snapshot, link, now)),
      meta,
    };
  };
