import type { Share } from '@strongroom/client';

/** A change of a link by one press. */
export type QuickChange = Readonly<{
  id: string;
  name: string;
  icon: 'download' | 'retry';
  terms: Readonly<{ max_downloads?: number; expires_at?: string }>;
}>;

type Terms = Pick<Share, 'expires_at' | 'max_downloads' | 'download_count'>;

const WEEK_MS = 7 * 86_400_000;
const LONGEST_MS = 365 * 86_400_000;
const MAX_DOWNLOADS = 100_000;

/** A week more, as far as the service allows it. The service takes whole seconds. */
function weekLater({ expires_at: end }: Pick<Terms, 'expires_at'>, now: number): string | undefined {
  const later = Math.max(Date.parse(end), now) + WEEK_MS;
  return later > now + LONGEST_MS ? undefined : new Date(later).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The links that can work a week longer, each with its new end. */
export const extensions = <T extends Terms>(links: readonly T[], now: number) =>
  links.flatMap((link) => {
    const end = weekLater(link, now);
    return end === undefined ? [] : [{ link, terms: { expires_at: end } }];
  });

/** Of a link that works, one more download and a week more; of one that ended, only the change that brings it back. */
export function quickChanges(link: Terms, now: number): readonly QuickChange[] {
  const { max_downloads: most, download_count: used } = link;
  const isUsedUp = most !== null && used >= most;
  const isOver = Date.parse(link.expires_at) <= now;
  const cap = most === null || most >= MAX_DOWNLOADS ? undefined : { max_downloads: Math.max(most, used) + 1 };
  const later = weekLater(link, now);
  const end = later === undefined ? undefined : { expires_at: later };
  if (isUsedUp && isOver) {
    if (cap === undefined || end === undefined) return [];
    return [{ id: 'revive', name: 'Allow one more download, for a week', icon: 'retry', terms: { ...cap, ...end } }];
  }
  return [
    ...(cap === undefined || isOver
      ? []
      : [{ id: 'more', name: 'Allow one more download', icon: 'download' as const, terms: cap }]),
    ...(end === undefined || isUsedUp
      ? []
      : [{ id: 'longer', name: 'Extend by a week', icon: 'retry' as const, terms: end }]),
  ];
}
