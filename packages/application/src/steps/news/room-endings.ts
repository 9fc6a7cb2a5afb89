import {
  type AnyLink,
  creatorHasLeft,
  type Ending,
  type File,
  type Instant,
  isExhausted,
  isPackage,
  isRevoked,
  type User,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { shareLinks } from '../../store/share-links.ts';
import { isEnd, personOfEnding } from './endings.ts';
import type { ReaderAt } from './room-inbox.ts';

/** Something of the reader that ends. Of a link its name may be shown. */
export type SeenEnding = Readonly<
  { endsAt: Instant } & ({ kind: 'request' | 'membership' } | { kind: 'link'; link: AnyLink })
>;

type Reading = ReaderAt & Readonly<{ reader: User; isSeenLink: (link: AnyLink, file: File | undefined) => boolean }>;

/** Past and coming endings of the things that the reader may see. */
export async function endingsSeen(
  deps: Pick<Deps, 'documents'>,
  at: Reading,
  endings: readonly Ending[],
): Promise<readonly SeenEnding[]> {
  const seen: SeenEnding[] = [];
  for (const ending of endings) {
    const { kind, endsAt } = ending;
    if (kind === 'link') {
      const link = await linkSeen(deps, at, ending);
      if (link !== undefined) seen.push({ kind, endsAt, link });
    } else if ((await personOfEnding(deps, ending)) === at.reader.id) seen.push({ kind, endsAt });
  }
  return seen;
}

async function linkSeen(
  { documents }: Pick<Deps, 'documents'>,
  { reader, membership, isSeenLink }: Reading,
  ending: Ending,
): Promise<AnyLink | undefined> {
  const [document] = await documents.read([refTo(shareLinks, ending.id)]);
  const link = document && stateOf(shareLinks, document);
  if (link === undefined || !isEnd(link.expiresAt, ending)) return undefined;
  // It ended before, for another reason.
  if (isRevoked(link) || isExhausted(link) || creatorHasLeft(link, reader, membership)) return undefined;
  const [file] = isPackage(link) ? [] : await documents.read([refTo(files, link.fileId)]);
  return isSeenLink(link, file && stateOf(files, file)) ? link : undefined;
}
