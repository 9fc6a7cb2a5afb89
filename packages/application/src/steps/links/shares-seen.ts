import { fileOfLink, type ShareLink } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { Deps } from '../../kernel/deps.ts';
import { IdentityMap } from '../../kernel/identity-map.ts';
import type { PageRequest } from '../../kernel/lists.ts';
import { shareMay } from '../../kernel/may.ts';
import type { AtLiveRoom } from '../../kernel/views.ts';
import { files } from '../../store/files.ts';
import { shareSeen, standingRefs } from './standing-of-link.ts';

/** The links of a page as the caller sees them, with their present status, and if asked for with what the caller may do with them. */
export async function sharesSeen(
  { documents, clock }: Pick<Deps, 'documents' | 'clock'>,
  at: AtLiveRoom,
  links: readonly ShareLink[],
  { may: isAsked = false }: PageRequest,
): Promise<readonly ShareSeen[]> {
  const refs = links.flatMap(standingRefs);
  const snapshot = new IdentityMap(refs, refs.length === 0 ? [] : await documents.read(refs));
  const now = clock.now();
  return links.map((link) => {
    const seen = shareSeen(at, snapshot, link, now);
    if (!isAsked) return seen;
    const file = fileOfLink(at.labelRules.scheme, snapshot.find(files, link.fileId), link);
    return { ...seen, may: shareMay({ clock }, { ...at, file, link }) };
  });
}
