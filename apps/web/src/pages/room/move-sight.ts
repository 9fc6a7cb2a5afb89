import type { Folder } from '@strongroom/client';

type Known = Pick<Folder, 'path' | 'name' | 'access'>;
type Way = Readonly<{ from: string; to: string }>;

/** Names of restricted folders that something leaves or enters by a move. */
export type SightOfMove = Readonly<{ left: readonly string[]; entered: readonly string[] }>;

const isOn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
const isRestricted = ({ access }: Known): boolean => (access?.groups ?? null) !== null;

/**
 * The restricted folders on one way and not on the other, of moves between folders. Only callers who may restrict folders know
 * them; for others the lists are empty.
 */
export function sightOfMove(folders: readonly Known[], ways: readonly Way[]): SightOfMove {
  const restricted = folders.filter(isRestricted);
  const only = (within: 'from' | 'to', without: 'from' | 'to'): readonly string[] =>
    restricted
      .filter(({ path }) => ways.some((way) => isOn(way[within], path) && !isOn(way[without], path)))
      .map(({ name }) => name);
  return { left: only('from', 'to'), entered: only('to', 'from') };
}

const LIST = new Intl.ListFormat('en');

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Sentences for a move that changes who sees something. */
export const sightSentences = ({ left, entered }: SightOfMove): readonly string[] => [
  ...(left.length > 0 ? [`It leaves ${LIST.format(left)}, which not everyone sees: more people may see it then.`] : []),
  ...(entered.length > 0
    ? [
        `It comes into ${LIST.format(entered)}, which not everyone sees: the others lose sight of it, and links that they made to it stop.`,
      ]
    : []),
];
