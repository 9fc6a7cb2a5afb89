import type { ShareLink } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { Deps } from '../../kernel/deps.ts';
import { IdentityMap } from '../../kernel/identity-map.ts';
import type { AtLiveRoom } from '../../kernel/views.ts';
import { shareSeen, standingRefs } from './standing-of-link.ts';

/** The links of a page as the caller sees them, with their present status. */
export async function sharesSeen(
  { documents, clock }: Pick<Deps, 'documents' | 'clock'>,
  at: AtLiveRoom,
  links: readonly ShareLink[],
): Promise<readonly ShareSeen[]> {
  const refs = links.flatMap(standingRefs);
  const snapshot = new IdentityMap(refs, refs.length === 0 ? [] : await documents.read(refs));
  const now = clock.now();
  return links.map((link) => shareSeen(at, snapshot, link, now));
}
