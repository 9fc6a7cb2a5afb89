import { byIndex, type Folder, type File as RoomFile } from '@strongroom/client';
import {
  type Column,
  defineCommand,
  formatBytes,
  LIST_OPTIONS,
  listOptionsOf,
  printList,
} from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { byPath, filesFound, filesNamed, foldersBelow, pathOf } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';

/** Empty where the uploader did not say. */
const MODIFIED: Column<RoomFile> = ['modified', ({ modified_at: at }) => at ?? '', 'moment'];

/** Index numbers are shown only in a room that has them. */
const indexOf = <T extends Readonly<{ index: string | null }>>(listed: readonly T[]): readonly Column<T>[] =>
  listed.some(({ index }) => index !== null) ? [['index', ({ index }) => index ?? '']] : [];

export const ls = defineCommand({
  name: 'ls',
  summary: 'List the files of a room, or of a folder in it.',
  details:
    '`--long` also shows when the content of each file was changed last, where its uploader said it. In a room with index numbers they are shown, and are the order.',
  operands: [
    ROOM_OPERAND,
    {
      name: 'PATH',
      completes: 'paths',
      isOptional: true,
      text: 'A folder or file in the room, or the id or unique name of a file. Default: everything.',
    },
  ],
  options: {
    find: {
      value: 'WORDS',
      text: 'Only files whose path has each of these words, also within a word. Letter case and accents are ignored.',
    },
    sort: {
      value: 'COLUMN',
      text: 'name, size, date, by (the uploader) or label; with - in front from the end. Default: the index number where the room has them, else the path.',
    },
    folders: { text: 'List the folders instead, also empty ones, with their number of files.' },
    ...LIST_OPTIONS,
  },
  examples: [
    ['ls Falcon', 'everything that your clearance lets you see'],
    ['ls Falcon 2027/contracts', 'what is in a folder, and below it'],
    ['ls Falcon --folders', 'one line for each folder'],
    ['ls Falcon --find "lease muller"', 'finds Müller/Lease 2024.pdf'],
    ['ls Falcon --sort=-date', 'the newest first'],
    ["ls Falcon | awk -F '\\t' '{ print $1 }'", 'the ids only: without a terminal there are tabs and no titles'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    if (given.flag('folders')) {
      const folders = await foldersBelow(session, id, given.maybe('PATH'));
      const columns: readonly Column<Folder>[] = [
        ...indexOf(folders),
        ['files', ({ file_count: count }) => count],
        ['folder', ({ path }) => (path === '' ? '/' : path), 'path'],
      ];
      await printList(
        listOptionsOf(given, world),
        folders.toSorted(byIndex),
        columns,
        'There is no file that you may see.',
      );
      return 0;
    }
    const [find, sort, path] = [given.text('find'), given.text('sort'), given.maybe('PATH')];
    const files =
      find === undefined && sort === undefined
        ? byPath((await filesNamed(session, id, path)).files).toSorted(byIndex)
        : await filesFound(session, id, { find, sort, folder: path });
    const isExact = !world.terminal.isTerminal;
    await printList(
      listOptionsOf(given, world),
      files,
      [
        ['id', (file) => file.id, 'id'],
        ['size', ({ size }) => (isExact ? size : formatBytes(size))],
        ['label', ({ classification }) => classification],
        ['uploaded', ({ uploaded_at: at }) => at, 'moment'],
        ...(given.flag('long') ? [MODIFIED] : []),
        ...indexOf(files),
        ['path', pathOf, 'path'],
      ],
      'There is no file that you may see.',
    );
    return 0;
  },
});
