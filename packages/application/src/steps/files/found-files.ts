import {
  type AvailableFile,
  type FileName,
  type FolderPath,
  isInReach,
  markOfFile,
  nameOfReach,
  numberingOf,
  type Reach,
  reachIn,
  type SearchText,
  siblingKey,
  TOP_FOLDER,
  wordsToFind,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import type { ListedPage, PageRequest, SortPlace } from '../../kernel/lists.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { type NameEntry, nameTextOf, siblingNameOf } from '../../store/name-entry.ts';
import { type FileSort, sortPlaces } from './sort-places.ts';

type FoundFilesDeps = Pick<Deps, 'documents' | 'lists' | 'names' | 'labelRules' | 'countReading'>;

/** Newest first without `sort`. */
export type FilesSought = Readonly<{
  q?: SearchText | undefined;
  /** In any letter case and Unicode normalisation. */
  name?: FileName | undefined;
  sort?: FileSort | undefined;
  folder?: FolderPath | undefined;
  isRecursive: boolean;
}>;

/** Entries that cost as much as one document that is looked through. */
const ENTRIES_FOR_A_DOCUMENT = 400;
/** Each word is looked for in each name. */
const MAX_WORDS = 10;
const NEWEST: FileSort = { column: 'date', isFalling: true };

/**
 * A page of the files of a room that have every word in their path, or that have a name, in the order of a column; by name, those with every
 * word in their own name come first. Files above the caller's clearance
 * are not looked at. Throws INVALID_CURSOR, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED.
 */
export async function foundFiles(
  deps: FoundFilesDeps,
  at: InRoom,
  sought: FilesSought,
  page: PageRequest,
): Promise<ListedPage<AvailableFile>> {
  const reach = reachIn(at);
  const { q, name, sort = NEWEST, folder, isRecursive } = sought;
  const present = await deps.names.inRoom(at.room.id, reach.labels, numberingOf(at.room));
  const all = present.filter(({ mark }) => isInReach(reach, mark));
  await deps.countReading(at.user.id, Math.ceil(all.length / ENTRIES_FOR_A_DOCUMENT));
  const words = q === undefined ? [] : wordsToFind(q, MAX_WORDS);
  const within = isWithin(folder, isRecursive);
  const key = name === undefined ? undefined : siblingKey(name);
  const found = all.filter(
    (entry) =>
      within(entry) &&
      (key === undefined || siblingNameOf(entry) === key) &&
      words.every((word) => entry.text.includes(word)),
  );
  const isByHit = sort.column === 'name' && words.length > 0;
  const order = `${sort.isFalling ? '-' : ''}${sort.column}${isByHit ? ' of hits' : ''}`;
  const where = folder === undefined ? '' : `${isRecursive ? 'below' : 'in'}:${folder}`;
  // Neither a path nor a name has two slashes.
  const named = key === undefined ? '' : `//${key}`;
  const placeOf = await sortPlaces(deps, at, found, sort.column);
  const { items, meta } = deps.lists.pick(
    `files:${at.room.id}:${at.subject.clearance}${nameOfReach(reach)}:${order}:${words.join(' ')}:${where}${named}`,
    found,
    { placeOf: isByHit ? hitsFirst(placeOf, words, sort) : placeOf, isFalling: sort.isFalling },
    page,
  );
  return { items: await asStored(deps, items, reach), meta };
}

type PlaceOf = (entry: NameEntry) => SortPlace;

/** Files whose own name has every word, then those that only lie in a folder with some of them, each part in its order. */
const hitsFirst =
  (placeOf: PlaceOf, words: readonly string[], { isFalling }: FileSort): PlaceOf =>
  (entry) => {
    const place = placeOf(entry);
    const name = nameTextOf(entry);
    const isHit = words.every((word) => name.includes(word));
    return { ...place, first: `${isHit === isFalling ? 1 : 0}${place.first}` };
  };

function isWithin(folder: FolderPath | undefined, isRecursive: boolean): (entry: NameEntry) => boolean {
  if (folder === undefined || (isRecursive && folder === TOP_FOLDER)) return () => true;
  if (!isRecursive) return (entry) => entry.folder === folder;
  const above = `${folder}/`;
  return (entry) => entry.folder === folder || entry.folder.startsWith(above);
}

/** The stored files, without those deleted or hidden since they were found. */
async function asStored(
  { documents }: FoundFilesDeps,
  entries: readonly NameEntry[],
  reach: Reach,
): Promise<readonly AvailableFile[]> {
  const read = await documents.read(entries.map(({ id }) => refTo(files, id)));
  return read.flatMap((document) => {
    const file = document && stateOf(files, document);
    return file?.status === 'available' && isInReach(reach, markOfFile(file)) ? [file] : [];
  });
}
