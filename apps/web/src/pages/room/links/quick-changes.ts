import type { Share } from '@strongroom/client';

/** A change of a link by one press. */
export type QuickChange = Readonly<{
  id: string;
  name: string;
  icon: 'download' | 'retry';
  terms: Readonly<{ max_downloads: number } | { expires_at: string }>;
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

/** One more download, and a week more. Both bring a link back that ended for want of them. */
export function quickChanges(link: Terms, now: number): readonly QuickChange[] {
  const { max_downloads: most, download_count: used } = link;
  const end = weekLater(link, now);
  return [
    ...(most === null || most >= MAX_DOWNLOADS
      ? []
      : [
          {
            id: 'more',
            name: 'Allow one more download',
            icon: 'download' as const,
            terms: { max_downloads: Math.max(most, used) + 1 },
          },
        ]),
    ...(end === undefined
      ? []
      : [{ id: 'longer', name: 'Extend by a week', icon: 'retry' as const, terms: { expires_at: end } }]),
  ];
}
