import type { File as RoomFile } from '@strongroom/client';
import {
  confirmByYes,
  defineCommand,
  formatBytes,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  printDone,
  printList,
  printOptionsOf,
} from '@strongroom/command-line';
import { type Session, signedIn } from '../../account/session.ts';
import { fileNamed, pathOf } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { versionNumber, versionsOf } from '../../naming/versions.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';

const FILE = { name: 'FILE', completes: 'paths', text: 'The file, by path, id or unique name.' } as const;
const NUMBER = { name: 'NUMBER', text: 'Number of the version, as `versions` lists it.' } as const;

const versions = defineCommand({
  name: 'versions',
  summary: 'List the versions of a file that you may see, the highest number first.',
  details:
    '`put` makes one where it replaces a file, and `get --version` downloads one. For viewers of the room only the current one exists.',
  operands: [ROOM_OPERAND, FILE],
  options: LIST_OPTIONS,
  examples: [['versions Falcon 2027/offer.pdf', 'one line for each version']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const file = await fileIn(session, given.operand('ROOM'), given.operand('FILE'));
    await printList(
      listOptionsOf(given, world),
      await versionsOf(session, file),
      [
        ['version', ({ version }) => version],
        ['current', ({ current }) => (current ? 'current' : '')],
        ['size', ({ size }) => (world.terminal.isTerminal ? formatBytes(size) : size)],
        ['label', ({ classification }) => classification],
        ['uploaded', ({ uploaded_at: at }) => at, 'moment'],
        ['name', ({ name }) => name],
        ['note', ({ note }) => note ?? ''],
      ],
      'The file has no version that you may see.',
    );
  },
});

const versionsRestore = defineCommand({
  name: 'versions restore',
  summary: 'Make a version of a file the current one again.',
  details: 'Nothing is copied: the version keeps its number, and the file its name, folder and links.',
  operands: [ROOM_OPERAND, FILE, NUMBER],
  options: JSON_OPTION,
  examples: [['versions restore Falcon 2027/offer.pdf 2', 'version 2 is the file again']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const number = versionNumber(given.operand('NUMBER'));
    const file = await fileIn(session, given.operand('ROOM'), given.operand('FILE'));
    const { signal } = session;
    const restored = await session.client.versions.restore(file.id, String(number), { signal });
    const sentence = `${pathOf(restored)} is version ${restored.version} again.`;
    printDone(printOptionsOf(given, world), restored, { word: restored.id, sentence });
  },
});

const versionsDelete = defineCommand({
  name: 'versions delete',
  summary: 'Delete a version of a file for good, with its key.',
  details: 'It does not go to the bin, and links to it end. The current version stays. A terminal is asked first.',
  operands: [ROOM_OPERAND, FILE, NUMBER],
  options: { yes: { text: 'Do not ask.' }, ...JSON_OPTION },
  examples: [['versions delete Falcon 2027/offer.pdf 1', 'it cannot be restored any more']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const number = versionNumber(given.operand('NUMBER'));
    const file = await fileIn(session, given.operand('ROOM'), given.operand('FILE'));
    if (!given.flag('yes')) await confirmByYes(world.terminal, `delete version ${number} of ${pathOf(file)} for good`);
    const { signal } = session;
    const deleted = await session.client.versions.delete(file.id, String(number), { signal });
    const sentence = `Deleted version ${number} of ${pathOf(file)}.`;
    printDone(printOptionsOf(given, world), deleted, { word: file.id, sentence });
  },
});

export const VERSION_COMMANDS = [versions, versionsRestore, versionsDelete] as const;

async function fileIn(session: Session, room: string, text: string): Promise<RoomFile> {
  const { id } = await roomNamed(session, room);
  return fileNamed(session, id, text);
}
