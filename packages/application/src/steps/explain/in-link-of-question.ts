import { type OperationSubject, operationsOn } from '../../kernel/operation-on.ts';
import { fileRefs } from '../../kernel/sight.ts';
import { shareTarget, unknownShareTarget } from '../../kernel/targets.ts';
import { refTo } from '../../store/collection.ts';
import { shareLinks } from '../../store/share-links.ts';
import { type AtLink, atLink, type LinkPlace } from '../links/at-link.ts';

/** Answers a question about a link that the asker sees. */
export const inLinkOfQuestion = operationsOn(
  (deps, ctx, place: LinkPlace): OperationSubject<AtLink, AtLink> => ({
    refs: [...fileRefs(ctx, place.roomId, place.fileId), refTo(shareLinks, place.shareId)],
    find: (snapshot) => atLink(deps, snapshot, ctx, place),
    target: ({ link }) => (link === undefined ? unknownShareTarget(place.shareId) : shareTarget(link)),
    seen: (found) => found,
  }),
).operate;
