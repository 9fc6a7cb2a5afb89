import { type Folder, type File as RoomFile, type SightBody, StrongroomError } from '@strongroom/client';
import {
  defineCommand,
  EXIT,
  formatCount,
  JSON_OPTION,
  Problem,
  printDone,
  printOptionsOf,
  UsageProblem,
} from '@strongroom/command-line';
import { type Session, signedIn } from '../../account/session.ts';
import { filesNamed, filesOf, pathOf } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { DRY_RUN, printSight } from '../../naming/sight-preview.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';

type Chosen = Awaited<ReturnType<typeof filesNamed>>;
type FolderEntry = Readonly<{ folder: string; name: string }>;

/** A path that ends with a slash is a folder, in which the file keeps its name. */
function placeAt(to: string, { name }: RoomFile): FolderEntry {
  const segments = to.replace(/^\/+/u, '').split('/');
  const last = segments.pop() ?? '';
  return { folder: segments.join('/'), name: last === '' ? name : last };
}

const below = (path: string, from: string, to: string): string => {
  const rest = path.slice(from.length).replace(/^\//u, '');
  const folder = to.replace(/^\/+|\/+$/gu, '');
  return [folder, rest].filter((part) => part !== '').join('/');
};

/** Throws Problem if a file would stand at the path of another. */
function refuseTaken(all: readonly RoomFile[], moves: ReadonlyMap<string, FolderEntry>): void {
  const staying = new Set(all.filter(({ id }) => !moves.has(id)).map(pathOf));
  for (const place of moves.values())
    if (staying.has(pathOf(place)))
      throw new Problem(`there is a file ${JSON.stringify(pathOf(place))} already: remove or rename it first.`, {
        exitCode: EXIT.refused,
      });
}

/** Moves a folder in one step; false where there is a folder at the target, or the service cannot. */
async function movedWhole({ client, signal }: Session, roomId: string, from: string, to: string): Promise<boolean> {
  const found = await client.files.folders(roomId, { per_page: 1, prefix: from }, { signal }).page();
  const [folder] = found.data;
  if (folder?.path !== from || typeof folder.id !== 'string' || to === '' || to === from) return false;
  try {
    await client.folders.edit(roomId, folder.id, { path: to }, { signal });
    return true;
  } catch (error) {
    if (error instanceof StrongroomError && error.code === 'NAME_TAKEN') return false;
    throw error;
  }
}

/** Throws Problem for a folder that has no id. */
async function folderOf({ client, signal }: Session, roomId: string, path: string): Promise<{ id: string }> {
  const { data } = await client.files.folders(roomId, { per_page: 1, prefix: path }, { signal }).page();
  const [folder] = data;
  if (folder?.path !== path || folder.id === null)
    throw new Problem(`there is no folder ${JSON.stringify(path)}.`, { exitCode: EXIT.notFound });
  return { id: folder.id };
}

/** Throws Problem, UsageProblem. */
async function orderFolder(session: Session, roomId: string, path: string, text: string): Promise<Folder> {
  const position = Number(text);
  if (!Number.isSafeInteger(position) || position < 1) throw new UsageProblem('--position takes a number from 1.');
  // Also an empty folder has a place.
  const { id } = await folderOf(session, roomId, path.replaceAll(/^\/+|\/+$/gu, ''));
  return session.client.folders.edit(roomId, id, { position }, { signal: session.signal });
}

/** The move as a question. Throws Problem for a folder that has no id. */
async function changeOf(session: Session, roomId: string, chosen: Chosen, to: string): Promise<SightBody> {
  const [file] = chosen.files;
  if (!chosen.isFolder && file !== undefined) return { file_id: file.id, to_folder: placeAt(to, file).folder };
  const folder = await folderOf(session, roomId, chosen.below);
  const target = below(chosen.below, chosen.below, to);
  return { folder_id: folder.id, to_folder: target.slice(0, Math.max(0, target.lastIndexOf('/'))) };
}

export const mv = defineCommand({
  name: 'mv',
  summary: 'Rename or move a file or a folder in a room.',
  details:
    'A target that ends with / is a folder. Nothing is replaced: a file at the target is an error.\nA folder moves in one step. Where the target is a folder already, its files move into it one by one;\nafter an interruption the same command moves the rest.',
  operands: [
    ROOM_OPERAND,
    { name: 'PATH', completes: 'paths', text: 'The file or folder, by path or id.' },
    { name: 'TARGET', isOptional: true, text: 'Its new path, or a folder with a / at the end.' },
  ],
  options: {
    position: { value: 'N', text: 'Instead of a target: the place of a folder among those beside it, from 1.' },
    'dry-run': DRY_RUN,
    ...JSON_OPTION,
  },
  examples: [
    ['mv Falcon offer.pdf offer-2027.pdf', 'another name'],
    ['mv Falcon offer.pdf 2027/', 'another folder, the same name'],
    ['mv Falcon 2027 archive/2027', 'a folder with all its files'],
    ['mv Falcon 2027 --position 1', 'the folder stands before those beside it'],
    ['mv Falcon offer.pdf Deal/ --dry-run', 'who would gain and lose sight of it, by number'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const [path, to, position] = [given.operand('PATH'), given.maybe('TARGET'), given.text('position')];
    if (position !== undefined) {
      if (to !== undefined) throw new UsageProblem('say either a target or --position.');
      const placed = await orderFolder(session, id, path, position);
      const sentence = `${placed.path} has place ${placed.position ?? position}.`;
      printDone(printOptionsOf(given, world), placed, { word: placed.id ?? '', sentence });
      return 0;
    }
    if (to === undefined) throw new UsageProblem('say where it goes.');
    const chosen = await filesNamed(session, id, path, { isExact: true });
    if (chosen.isFolder && chosen.below === '') throw new UsageProblem('say which file or folder of the room to move.');
    if (given.flag('dry-run')) {
      await printSight(session, id, await changeOf(session, id, chosen, to), printOptionsOf(given, world));
      return 0;
    }
    const moves = new Map(
      chosen.files.map((file): [string, FolderEntry] => [
        file.id,
        chosen.isFolder ? { folder: below(file.folder, chosen.below, to), name: file.name } : placeAt(to, file),
      ]),
    );
    refuseTaken(await filesOf(session, id), moves);
    const isWhole =
      chosen.isFolder && (await movedWhole(session, id, chosen.below, below(chosen.below, chosen.below, to)));
    const moved: RoomFile[] = [];
    for (const [fileId, place] of moves) {
      const whole = isWhole ? chosen.files.find((file) => file.id === fileId) : undefined;
      moved.push(
        whole === undefined
          ? await session.client.files.edit(fileId, place, { signal: session.signal })
          : { ...whole, ...place },
      );
    }
    const [first] = moved;
    const now = chosen.isFolder || first === undefined ? to : pathOf(first);
    printDone(printOptionsOf(given, world), moved, {
      word: now,
      sentence: `Moved ${formatCount(moved.length, 'file')} to ${now}.`,
    });
    return 0;
  },
});
