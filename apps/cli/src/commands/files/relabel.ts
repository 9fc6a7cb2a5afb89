import type { File as RoomFile } from '@strongroom/client';
import {
  defineCommand,
  formatCount,
  JSON_OPTION,
  printDone,
  printOptionsOf,
  UsageProblem,
} from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { filesNamed } from '../../naming/files.ts';
import { labelNamed } from '../../naming/labels.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';

export const relabel = defineCommand({
  name: 'relabel',
  summary: 'Give a file, or all files of a folder, another classification label.',
  details:
    'Owners and contributors raise a label, only owners of the room lower it, both up to their own\nclearance. Share links follow: they stop working while their creator is not cleared for the file.',
  operands: [
    ROOM_OPERAND,
    { name: 'PATH', completes: 'paths', text: 'The file or folder, by path or id.' },
    { name: 'LABEL', completes: 'labels', text: 'The new label, also by its name.' },
  ],
  options: { recursive: { text: 'Also relabel all files of a folder.' }, ...JSON_OPTION },
  examples: [
    ['relabel Falcon offer.pdf C3', 'one file'],
    ['relabel Falcon 2027 C3 --recursive', 'all files of a folder'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const path = given.operand('PATH');
    const label = await labelNamed(session, given.operand('LABEL'));
    const { files, isFolder } = await filesNamed(session, id, path, { isExact: true });
    if (isFolder && !given.flag('recursive')) throw new UsageProblem(`${path} is a folder: say --recursive.`);
    const changed: RoomFile[] = [];
    for (const file of files)
      changed.push(await session.client.files.edit(file.id, { classification: label }, { signal: session.signal }));
    printDone(printOptionsOf(given, world), changed, {
      word: label,
      sentence: `Gave ${formatCount(changed.length, 'file')} the label ${label}.`,
    });
  },
});
