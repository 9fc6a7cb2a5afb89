import type { Row } from './link-columns.tsx';
import { WORDS } from './link-states.ts';

const HEADS = ['Files', 'For', 'Name', 'State', 'Downloads', 'Limit', 'Last used', 'Made by', 'Made', 'Ends'];

/** Links of a room as a table. */
export const linksAsTable = (links: readonly Row[]): readonly (readonly string[])[] => [
  HEADS,
  ...links.map((link) => [
    link.file,
    link.recipient ?? '',
    link.name ?? '',
    WORDS[link.status],
    String(link.download_count),
    link.max_downloads === null ? 'no limit' : String(link.max_downloads),
    link.last_used_at ?? '',
    link.maker,
    link.created_at,
    link.expires_at,
  ]),
];
