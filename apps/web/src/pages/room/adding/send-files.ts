import { type Folder, momentOf, type Room, roomPlaces } from '@strongroom/client';
import { explainError, PageError } from '../../../base/explain.ts';
import { firstNames } from '../../../base/first-names.ts';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import type { GatheredFiles } from '../../../transfer/dropped.ts';
import { uploadQueue } from '../../../transfer/page.ts';
import { folderNotToMake, mayAddTo } from '../base/may-make.ts';
import { filesThere, placeOf } from '../base/places.ts';
import { readFilesAgain } from '../base/room-files.ts';
import { makeFolders } from '../moving/folder-work.ts';
import { applyChoice, questionsOf } from './added-files.ts';
import type { AskSameNameChoices } from './use-taken-names.tsx';

/** Sentences about what was not added, or under another name. */
type Added = readonly string[];

const segmentsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');

/** Makes folders without files. Returns a sentence about those that could not be made. */
async function keepEmpty(room: Room, paths: readonly string[]): Promise<Added> {
  if (paths.length === 0) return [];
  try {
    await makeFolders(room.id, paths);
    await readFilesAgain(room.id);
    return [];
  } catch (error) {
    return [
      `${plural(paths.length, 'empty folder')} could not be made: ${firstNames(paths)}. ${explainError(error).text}`,
    ];
  }
}

/** Files without a question were to be added too. */
const notAdded = (count: number): string => `Cancelled: none of the ${plural(count, 'file')} was added.`;

type AddTo = Readonly<{
  room: Room;
  folder: string;
  folders: readonly Folder[] | undefined;
  /** Whether these are all folders that the caller sees. */
  areAll: boolean;
  ask: AskSameNameChoices;
}>;

/**
 * Adds files to a folder of the room, but those that are in it already, by path, size and time of change: so a person adds an
 * interrupted folder again. A dropped file goes into the folder that it was dropped on; `folder` is the open one. `ask` decides
 * about names that files of another content have. Returns sentences for the person.
 */
export const addTo =
  ({ room, folder: open, folders, areAll, ask }: AddTo) =>
  async ({
    files,
    unread,
    empty,
    onto: folder = open,
  }: GatheredFiles & Readonly<{ onto?: string | undefined }>): Promise<Added> => {
    if (!mayAddTo(room, folder, folders).files)
      throw new PageError(isolateNames`You cannot add files to ${folder === '' ? 'the top of the room' : folder}.`);
    const paths = files.map(({ file, path }) => {
      const segments = segmentsOf(path);
      return segments.length === 0 ? [file.name] : segments;
    });
    // A name stands for what an empty folder might hold, so that folders get the same names in the room with and without files.
    const all = roomPlaces([...paths, ...empty.map((path) => [...segmentsOf(path), 'x'])], folder);
    const refused = areAll
      ? folderNotToMake(room, new Set(all.map(({ folder: inner }) => inner)), folders ?? [])
      : undefined;
    if (refused !== undefined)
      throw new PageError(isolateNames`You cannot make the folder ${refused}, so nothing was added.`);
    const places = all.slice(0, paths.length);
    const added = files.map(({ file, kept }, index) => {
      const { folder: inner, name } = places[index] ?? { folder, name: file.name };
      return { file, name, folder: inner, kept, size: file.size, modified_at: momentOf(file.lastModified) };
    });
    // Those that arrive while the room is read may not be among the files there.
    const comingBefore = uploadQueue.onTheirWayTo(room.id);
    const there = await filesThere(room, new Set(added.map(({ folder: inner }) => inner)));
    const same = new Set(there.map(placeOf));
    const [known, fresh] = [true, false].map((wanted) => added.filter((one) => same.has(placeOf(one)) === wanted));
    const pairs = questionsOf(fresh ?? [], there, comingBefore);
    const choices = pairs.length === 0 ? [] : await ask(pairs);
    if (choices === undefined) return fresh?.length === pairs.length ? [] : [notAdded(fresh?.length ?? 0)];
    const ways = new Map(pairs.map((pair, index) => [pair.added, choices[index]]));
    const notMade = await keepEmpty(room, [...new Set(all.slice(paths.length).map(({ folder: inner }) => inner))]);
    const coming = [...comingBefore, ...uploadQueue.onTheirWayTo(room.id)];
    void uploadQueue.add(
      room.id,
      [
        ...(known ?? []).map((one) => ({ ...one, isThere: true })),
        ...applyChoice(fresh ?? [], { there, coming }, (one) => ways.get(one)).map((one) => ({
          ...one,
          isThere: false,
        })),
      ],
      undefined,
    );
    const renamed = places.flatMap(({ name, isRenamed }, index) =>
      isRenamed ? [`“${paths[index]?.join('/') ?? ''}” as “${name}”`] : [],
    );
    return [
      ...(unread.length > 0
        ? [
            `${plural(unread.length, 'item')} could not be read and ${unread.length === 1 ? 'is' : 'are'} not added: ${firstNames(unread)}.`,
          ]
        : []),
      ...notMade,
      ...(renamed.length > 0
        ? [`${plural(renamed.length, 'file')} got another name in the room: ${firstNames(renamed)}.`]
        : []),
      ...(files.length + unread.length + empty.length === 0 ? ['The browser gave no file of what you added.'] : []),
    ];
  };
