import type { ShareLink } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { Deps } from '../../kernel/deps.ts';
import { IdentityMap } from '../../kernel/identity-map.ts';
import { shareSeen, standingRefs } from './standing-of-link.ts';

/** The links of a page with their present status. */
export async function sharesSeen(
  { documents, labelRules, clock }: Pick<Deps, 'documents' | 'labelRules' | 'clock'>,
  links: readonly ShareLink[],
): Promise<readonly ShareSeen[]> {
  const refs = links.flatMap(standingRefs);
  const snapshot = new IdentityMap(refs, refs.length === 0 ? [] : await documents.read(refs));
  const now = clock.now();
  return links.map((link) => shareSeen(labelRules, snapshot, link, now));
}
