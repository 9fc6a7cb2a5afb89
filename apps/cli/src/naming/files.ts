import { matchesGlob } from 'node:path/posix';
import { type Folder, foldedName, type File as RoomFile, roomPlaces } from '@strongroom/client';
import { EXIT, Problem } from '@strongroom/command-line';
import type { Session } from '../account/session.ts';
import { isId, matchingName, theOne } from './one.ts';

/** Path of a file in its room. */
export const pathOf = ({ folder, name }: Pick<RoomFile, 'folder' | 'name'>): string =>
  folder === '' ? name : `${folder}/${name}`;

/** Every file of a room that the caller can see, newest first. */
export const filesOf = ({ client, signal }: Session, roomId: string): Promise<readonly RoomFile[]> =>
  client.files.list(roomId, { per_page: 100 }, { signal }).all();

/** Files in the order of their paths. */
export const byPath = (files: readonly RoomFile[]): readonly RoomFile[] =>
  files.toSorted((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));

/** The files of one folder of a room, newest first; with `isWhole` also those below it. */
export const filesIn = (
  session: Session,
  roomId: string,
  folder: string,
  { isWhole = false } = {},
): Promise<readonly RoomFile[]> =>
  isWhole && folder === ''
    ? filesOf(session, roomId)
    : session.client.files
        .list(
          roomId,
          { folder: folder === '' ? '/' : folder, recursive: isWhole ? 'true' : 'false', per_page: 100 },
          { signal: session.signal },
        )
        .all();

type Sought = Readonly<{ find?: string | undefined; sort?: string | undefined; folder?: string | undefined }>;
type FilesQuery = NonNullable<Parameters<Session['client']['files']['list']>[1]>;
type Sort = NonNullable<FilesQuery['sort']>;

const COLUMNS = ['name', 'size', 'date', 'by', 'label'] as const;
const SORTS: readonly Sort[] = COLUMNS.flatMap((column) => [column, `-${column}`] as const);

/** Files of a room or of a folder, as the service finds and sorts them. Throws Problem. */
export async function filesFound(
  { client, signal }: Session,
  roomId: string,
  { find, sort, folder = '' }: Sought,
): Promise<readonly RoomFile[]> {
  const order = sort === undefined ? 'name' : SORTS.find((one) => one === sort);
  if (order === undefined)
    throw new Problem(`--sort takes ${COLUMNS.join(', ')}, each also with - in front.`, { exitCode: EXIT.usage });
  const where = bare(folder) === '' ? {} : ({ folder: bare(folder), recursive: 'true' } as const);
  const query: FilesQuery = { sort: order, per_page: 100, ...where, ...(find !== undefined && { q: find }) };
  return client.files.list(roomId, query, { signal }).all();
}

/** Longest beginning of a path that the service compares. */
const MAX_BEGINNING = 400;

/** The folders of a room, or those of them in one folder and below it. */
export async function foldersBelow({ client, signal }: Session, roomId: string, text = ''): Promise<readonly Folder[]> {
  const beginningWith = (beginning: string, perPage = 100) => {
    const prefix = Array.from(beginning).slice(0, MAX_BEGINNING).join('');
    return client.files.folders(roomId, { per_page: perPage, ...(prefix !== '' && { prefix }) }, { signal });
  };
  const path = bare(text);
  if (path === '') return beginningWith('').all();
  // A folder comes before all others whose paths begin with its path.
  const [own, below] = await Promise.all([beginningWith(path, 1).page(), beginningWith(`${path}/`).all()]);
  const found = [...own.data.filter((folder) => folder.path === path), ...below];
  return found.filter((folder) => folder.path === path || folder.path.startsWith(`${path}/`));
}

/** Finds a file by id or its beginning, by path in the room, or by name if only one file has it. Throws Problem. */
export async function fileNamed(session: Session, roomId: string, typed: string): Promise<RoomFile> {
  if (isId(typed)) return fileOfId(session, roomId, typed);
  const text = asInRoom(typed);
  const standing = await atPath(session, roomId, text);
  if (standing.length > 0) return theOneFile(standing, text);
  const all = await filesOf(session, roomId);
  const same = sameAs(all, bare(text), pathOf);
  const candidates = same.length > 0 ? same : matchingName(all, text, ({ name }) => name);
  return theOneFile(candidates, text, placesOf(all));
}

/** A matched file, or the files of a matched folder with the path of that folder. */
export type MatchedFiles = Readonly<{ files: readonly RoomFile[]; below: string; isFolder: boolean }>;

/**
 * Finds a file, the files of a folder, or those that match a pattern such as `2027/*.pdf`; an empty name matches
 * everything. With `isExact` only the id, its beginning and the path count, so that a deletion never hits another file of
 * the same name. Throws Problem.
 */
export async function filesNamed(
  session: Session,
  roomId: string,
  typed: string | undefined,
  { isExact = false } = {},
): Promise<MatchedFiles> {
  const text = isExact ? typed : typed && asInRoom(typed);
  if (text === undefined || bare(text) === '')
    return { files: await filesOf(session, roomId), below: '', isFolder: true };
  if (isId(text)) return { files: [await fileOfId(session, roomId, text)], below: '', isFolder: false };
  const path = bare(text);
  const [inFolder, standing] = await Promise.all([
    filesIn(session, roomId, path, { isWhole: true }),
    atPath(session, roomId, text),
  ]);
  if (inFolder.length > 0 && (standing.length === 0 || text.endsWith('/')))
    return { files: inFolder, below: path, isFolder: true };
  if (inFolder.length > 0)
    throw new Problem(
      `${JSON.stringify(text)} is a file and a folder: write ${path}/ for the folder, or the file's id.`,
      {
        exitCode: EXIT.usage,
      },
    );
  if (standing.length > 0) return { files: [theOneFile(standing, text)], below: '', isFolder: false };
  if (isPattern(path)) return { files: await matchesOf(session, roomId, path), below: fixedPart(path), isFolder: true };
  const all = await filesOf(session, roomId);
  const other = spelledOtherwise(all, path, isExact);
  if (other !== undefined && (other.isFolder || other.files.length === 1)) return other;
  const candidates = other?.files ?? matchingName(all, text, isExact ? () => '' : ({ name }) => name);
  return { files: [theOneFile(candidates, text, placesOf(all))], below: '', isFolder: false };
}

/**
 * A file or folder whose path is spelled otherwise in the room: with letters composed otherwise, or, unless `isExact`, in
 * another case.
 */
function spelledOtherwise(all: readonly RoomFile[], path: string, isExact: boolean): MatchedFiles | undefined {
  const same = sameAs(all, path, pathOf, isExact);
  if (same.length > 0) return { files: same, below: '', isFolder: false };
  const levels = path.split('/').length;
  const above = ({ folder }: RoomFile): string => folder.split('/').slice(0, levels).join('/');
  const files = sameAs(all, path, above, isExact);
  return files[0] && { files, below: above(files[0]), isFolder: true };
}

/** The files whose text is this one but for the composition of letters; else, unless `isExact`, but for case too. */
function sameAs(
  all: readonly RoomFile[],
  text: string,
  textOf: (file: RoomFile) => string,
  isExact = false,
): readonly RoomFile[] {
  const composed = all.filter((file) => textOf(file).normalize('NFC') === text.normalize('NFC'));
  if (composed.length > 0 || isExact) return composed;
  const folded = foldedName(text);
  return all.filter((file) => foldedName(textOf(file)) === folded);
}

/** These folders, and those of the room whose paths differ from them in case or in the composition of letters only. */
export async function spellingsOf(
  session: Session,
  roomId: string,
  folders: readonly string[],
): Promise<readonly string[]> {
  if (folders.every((folder) => folder === '')) return folders;
  const spellings = new Map(folders.map((folder) => [foldedName(folder), new Set([folder])]));
  const levels = new Set(folders.map((folder) => folder.split('/').length));
  for (const { path } of await foldersBelow(session, roomId)) {
    const segments = path.split('/');
    for (const level of levels) {
      const above = segments.slice(0, level).join('/');
      spellings.get(foldedName(above))?.add(above);
    }
  }
  return [...spellings.values()].flatMap((found) => [...found]);
}

/** The files at a path. Only their folder is listed: a room may have very many files. */
async function atPath(session: Session, roomId: string, text: string): Promise<readonly RoomFile[]> {
  const path = bare(text);
  const end = path.lastIndexOf('/');
  const files = await filesIn(session, roomId, path.slice(0, Math.max(end, 0)));
  return files.filter((file) => pathOf(file) === path);
}

/** Whether a path has wildcards: `*`, `**`, `?`, `[…]` or `{…}`. */
export const isPattern = (path: string): boolean => /[*?[{]/u.test(path);

/** The folder that a pattern names without wildcards. */
const fixedPart = (pattern: string): string => {
  const segments = pattern.split('/');
  return segments.slice(0, Math.min(segments.findIndex(isPattern), segments.length - 1)).join('/');
};

async function matchesOf(session: Session, roomId: string, pattern: string): Promise<readonly RoomFile[]> {
  const fixed = fixedPart(pattern);
  const inFolder = await filesIn(session, roomId, fixed, { isWhole: true });
  // The folder may be spelled otherwise.
  const files = inFolder.length === 0 && fixed !== '' ? await filesOf(session, roomId) : inFolder;
  const composed = pattern.normalize('NFC');
  const found = files.filter((file) => matchesGlob(pathOf(file).normalize('NFC'), composed));
  if (found.length === 0)
    throw new Problem(`no file matches ${JSON.stringify(pattern)}, or none that is yours to see.`, {
      exitCode: EXIT.notFound,
    });
  return found;
}

/** The paths of files and of their folders. */
const placesOf = (all: readonly RoomFile[]): readonly string[] => {
  const folders = new Set(
    all.flatMap(({ folder }) => folder.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'))),
  );
  return [...all.map(pathOf), ...[...folders].filter((folder) => folder !== '')];
};

const theOneFile = (candidates: readonly RoomFile[], text: string, names: readonly string[] = []): RoomFile =>
  theOne(candidates, {
    kind: 'file',
    text,
    names,
    describe: (file) => `${file.id}  ${pathOf(file)}  ${file.size} bytes  ${file.uploaded_at}`,
  });

async function fileOfId({ client, signal }: Session, roomId: string, id: string): Promise<RoomFile> {
  const file = await client.files.get(id, { signal });
  if (file.room_id !== roomId) throw new Problem(`the file ${id} is in another room.`, { exitCode: EXIT.notFound });
  return file;
}

/** Characters that disks hold in names, and rooms do not. */
const NOT_IN_ROOMS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** A path as a person knows it from their disk, with the names that `put` gives it in a room. */
function asInRoom(path: string): string {
  const [place] = NOT_IN_ROOMS.test(path) ? roomPlaces([path.split('/')]) : [];
  return place === undefined ? path : pathOf(place);
}

/** Normalises a path: no surrounding slashes; a dot means everything. */
const bare = (text: string): string =>
  text
    .replace(/^(\.?\/)+/u, '')
    .replace(/\/+$/u, '')
    .replace(/^\.$/u, '');
