import { type Folder, momentOf, type Room, roomPlaces } from '@strongroom/client';
import { isConnected, whenUpAgain } from '../../../base/connection.ts';
import { explainError, isLineLost, PageError } from '../../../base/explain.ts';
import { firstNames } from '../../../base/first-names.ts';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import type { GatheredFiles } from '../../../transfer/dropped.ts';
import { uploadQueue } from '../../../transfer/page.ts';
import { folderNotToMake, mayAddTo } from '../base/may-make.ts';
import { filesThere, type Placed, placeOf } from '../base/places.ts';
import { readFilesAgain } from '../base/room-files.ts';
import { makeFolders } from '../moving/folder-work.ts';
import { applyChoice, questionsOf } from './added-files.ts';
import type { AskSameNameChoices } from './use-taken-names.tsx';

/** Sentences about what was not added, or under another name. */
type Added = readonly string[];

const segmentsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');

/** Makes folders without files. Returns a sentence about those that could not be made. Throws where there is no connection. */
async function keepEmpty(room: Room, paths: readonly string[]): Promise<Added> {
  if (paths.length === 0) return [];
  try {
    await makeFolders(room.id, paths);
    await readFilesAgain(room.id);
    return [];
  } catch (error) {
    if (isLineLost(error)) throw error;
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

/** Does work once there is a connection. Meanwhile `onWait` was called at least once. */
async function whenConnected<T>(work: () => Promise<T>, onWait: () => void): Promise<T> {
  for (;;) {
    try {
      if (isConnected()) return await work();
    } catch (error) {
      if (!isLineLost(error)) throw error;
    }
    onWait();
    await whenUpAgain();
  }
}

/**
 * Adds files to a folder of the room, but those that are in it already, by path, size and time of change: so a person adds an
 * interrupted folder again. A dropped file goes into the folder that it was dropped on; `folder` is the open one. `ask` decides
 * about names that files of another content have. Without a connection they wait for it in the panel of the transfers. Returns
 * sentences for the person.
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
    const held = uploadQueue.hold(room.id, added);
    const connected = <T>(work: () => Promise<T>): Promise<T> =>
      added.length === 0 ? work() : whenConnected(work, held.show);
    let notMade: Added;
    try {
      const there = await connected(() => filesThere(room, new Set(added.map(({ folder: inner }) => inner))));
      if (added.length > 0 && held.left().length === 0) return [];
      const same = new Set(there.map(placeOf));
      const isThere = (one: Placed): boolean => same.has(placeOf(one));
      const fresh = held.left().filter((one) => !isThere(one));
      const pairs = questionsOf(fresh, there, comingBefore);
      const choices = pairs.length === 0 ? [] : await ask(pairs);
      if (choices === undefined) return fresh.length === pairs.length ? [] : [notAdded(fresh.length)];
      const ways = new Map(pairs.map((pair, index) => [pair.added, choices[index]]));
      const unfilled = new Set(all.slice(paths.length).map(({ folder: inner }) => inner));
      notMade = await connected(() => keepEmpty(room, [...unfilled]));
      const left = held.left();
      held.end();
      const coming = [...comingBefore, ...uploadQueue.onTheirWayTo(room.id)];
      const named = applyChoice(
        left.filter((one) => !isThere(one)),
        { there, coming },
        (one) => ways.get(one),
      );
      void uploadQueue.add(
        room.id,
        [
          ...left.filter(isThere).map((one) => ({ ...one, isThere: true })),
          ...named.map((one) => ({ ...one, isThere: false })),
        ],
        undefined,
      );
    } finally {
      held.end();
    }
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
