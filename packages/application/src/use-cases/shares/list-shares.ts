import { decide, type FileId } from '@strongroom/domain';
import { type Deps } from '../../deps.ts';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { Ledger } from '../../kernel/draft.ts';
import { authorOf } from '../../kernel/entry.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { fileInSight, fileRefs, fileTarget } from '../../kernel/sight.ts';
import { linksOfFile, shareLinks } from '../../repositories/share-links.ts';
import { placeOf } from '../files/place-of-file.ts';
import { shareSeen, standingOf, standingRefs } from './standing-of-link.ts';

/** The links of a file, newest first, without their secrets. Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR. */
export const listShares =
  (deps: Pick<Deps, 'journal' | 'documents' | 'lists' | 'clock' | 'classification'>) =>
  async (
    ctx: SignedIn,
    { fileId, ...page }: PageRequest & Readonly<{ fileId: FileId }>,
  ): Promise<Listed<ShareSeen>> => {
    deps.lists.check('shares', page);
    const roomId = placeOf(ctx, fileId);
    await deps.journal.run({
      author: authorOf(ctx),
      refs: fileRefs(ctx, roomId, fileId),
      decide: (at) => {
        const found = fileInSight(deps, at, ctx, roomId, fileId);
        permit(decide('share.list', found), fileTarget(fileId, found.file));
      },
    });
    const { items, meta } = await deps.lists.page(
      { name: `shares:${fileId}`, collection: shareLinks, selection: { anyOf: [linksOfFile(fileId)] } },
      page,
    );
    const refs = items.flatMap(standingRefs);
    const at = new Ledger(refs, refs.length === 0 ? [] : await deps.documents.read(refs));
    const now = deps.clock.now();
    return { items: items.map((link) => shareSeen({ ...standingOf(deps.classification, at, link, now), link })), meta };
  };
