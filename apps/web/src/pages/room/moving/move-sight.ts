import type { Folder, SightBody } from '@strongroom/client';
import { plural } from '../../../base/format.ts';

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

type Moved = Readonly<{
  files: readonly Readonly<{ id: string; name: string; from: string; to: string; label: string }>[];
  folders: readonly Readonly<{ id: string; name: string; from: string; to: string }>[];
}>;

/** A question about who sees something, for one of the things of which it is the same. */
export type SightQuestion = Readonly<{ of: string; change: SightBody }>;

/** One question for each folder that crosses a restriction, and for files of one label that go the same way across one. */
export function questionsOfMove(folders: readonly Known[], { files, folders: whole }: Moved): readonly SightQuestion[] {
  const crosses = (way: Way): boolean => {
    const { left, entered } = sightOfMove(folders, [way]);
    return left.length + entered.length > 0;
  };
  const alike = new Map<string, Moved['files'][number][]>();
  for (const file of files.filter(crosses)) {
    const key = JSON.stringify([file.from, file.to, file.label]);
    const others = alike.get(key);
    if (others === undefined) alike.set(key, [file]);
    else others.push(file);
  }
  return [
    ...[...alike.values()].flatMap(([file, ...others]): readonly SightQuestion[] =>
      file === undefined
        ? []
        : [
            {
              of: others.length === 0 ? file.name : `${file.name} and ${plural(others.length, 'other file')}`,
              change: { file_id: file.id, to_folder: file.to },
            },
          ],
    ),
    ...whole
      .map((folder) => ({ ...folder, from: parentOf(folder.from), to: parentOf(folder.to) }))
      .filter(crosses)
      .map(({ id, name, to }) => ({ of: name, change: { folder_id: id, to_folder: to } })),
  ];
}

/** The numbers of members whose sight changes, as a sentence. */
export function sightNumbers({ gain, lose }: Readonly<{ gain: number; lose: number }>, of = 'it'): string {
  const gains = `${plural(gain, 'member')} ${gain === 1 ? 'gains' : 'gain'} sight of ${of}`;
  const loses = `${plural(lose, 'member')} ${lose === 1 ? 'loses' : 'lose'} `;
  if (gain === 0 && lose === 0) return `No member gains or loses sight of ${of}.`;
  if (lose === 0) return `${gains}.`;
  return gain === 0 ? `${loses}sight of ${of}.` : `${gains}, and ${loses}it.`;
}
