import type { Folder, SightBody } from '@strongroom/client';
import { plural } from '../../../base/format.ts';
import { parentOf } from '../base/folders.ts';

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

/** Whether all that moves stays behind the same restrictions, as far as the caller knows them: only those who may restrict do. */
export function keepsSight(folders: readonly Known[], ways: readonly Way[]): boolean {
  const gates = new Map(folders.map(({ path, access }) => [path, access?.restricted_by.toSorted().join()]));
  gates.set('', '');
  return ways.every(({ from, to }) => gates.get(from) !== undefined && gates.get(from) === gates.get(to));
}

const LIST = new Intl.ListFormat('en');

/** The groups that see a place besides owners of the room; null for everyone in the room, undefined where no list says it. */
export type GroupsThere = readonly string[] | null | undefined;

/** Ids of the groups that see a folder. Where one restricted folder lies in another, no list says it unless the inner one names fewer. */
export function groupsSeeing(folders: readonly Known[], path: string): GroupsThere {
  const gates = folders
    .filter((folder) => isRestricted(folder) && isOn(path, folder.path))
    .toSorted((one, other) => other.path.length - one.path.length)
    .map(({ access }) => (access?.groups ?? []).map(({ group_id: id }) => id));
  const [inner, ...outer] = gates;
  if (inner === undefined) return null;
  return outer.every((ids) => inner.every((id) => ids.includes(id))) ? inner : undefined;
}

/** Names of the groups that see all places alike; undefined where places differ or a group is unknown. */
export function namesOfSeers(
  folders: readonly Known[],
  places: readonly string[],
  groups: readonly Readonly<{ id: string; name: string }>[],
): GroupsThere {
  const [first, ...others] = [...new Set(places)].map((path) => groupsSeeing(folders, path));
  if (others.some((ids) => JSON.stringify(ids) !== JSON.stringify(first))) return undefined;
  if (first === undefined || first === null) return first;
  const names = groups.filter(({ id }) => first.includes(id)).map(({ name }) => name);
  return names.length === first.length ? names : undefined;
}

const seersNamed = (names: readonly string[]): string =>
  names.length === 0 ? 'only owners of the room will see it' : `only ${LIST.format([...names, 'owners'])} will see it`;

/** Sentences for a move that changes who sees something. `seers`: names of the groups at the new place. */
export function sightSentences({ left, entered }: SightOfMove, seers?: GroupsThere): readonly string[] {
  const ways = [
    ...(left.length > 0 ? [`leaves ${LIST.format(left)}`] : []),
    ...(entered.length > 0 ? [`comes into ${LIST.format(entered)}`] : []),
  ];
  if (ways.length === 0) return [];
  const then =
    seers === undefined
      ? 'others see it then'
      : seers === null
        ? 'everyone in the room who is cleared for it will see it'
        : seersNamed(seers);
  const lost = 'The others lose sight of it, and links that they made to it stop.';
  return [`It ${ways.join(' and ')}: ${then}.`, ...(entered.length > 0 ? [lost] : [])];
}

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
