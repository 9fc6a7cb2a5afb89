import { decide, type FileId } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { type Deps } from '../../kernel/deps.ts';
import { IdentityMap } from '../../kernel/identity-map.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { fileInSight, fileRefs, fileTarget } from '../../kernel/sight.ts';
import { shareSeen, standingOf, standingRefs } from '../../steps/links/standing-of-link.ts';
import { linksOfFile, shareLinks } from '../../store/share-links.ts';

/** The links of a file, newest first, without their secrets. Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR. */
export const listShares =
  (deps: Pick<Deps, 'runner' | 'documents' | 'lists' | 'clock' | 'classification'>) =>
  async (
    ctx: SignedIn,
    { fileId, ...page }: PageRequest & Readonly<{ fileId: FileId }>,
  ): Promise<Listed<ShareSeen>> => {
    deps.lists.check('shares', page);
    const roomId = placeOf(ctx, fileId);
    await deps.runner.run({
      author: authorOf(ctx),
      refs: fileRefs(ctx, roomId, fileId),
      apply: (at) => {
        const found = fileInSight(deps, at, ctx, roomId, fileId);
        permit(decide('share.list', found), fileTarget(fileId, found.file));
      },
    });
    const { items, meta } = await deps.lists.page(
      { name: `shares:${fileId}`, collection: shareLinks, selection: { anyOf: [linksOfFile(fileId)] } },
      page,
    );
    const refs = items.flatMap(standingRefs);
    const at = new IdentityMap(refs, refs.length === 0 ? [] : await deps.documents.read(refs));
    const now = deps.clock.now();
    return { items: items.map((link) => shareSeen({ ...standingOf(deps.classification, at, link, now), link })), meta };
  };
