import {
  defineCommand,
  EXIT,
  formatCount,
  JSON_OPTION,
  Problem,
  printDone,
  printOptionsOf,
} from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { foldersBelow } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';

export const rmdir = defineCommand({
  name: 'rmdir',
  summary: 'Delete empty folders of a room.',
  details: 'Nothing that you see may be in them. `rm --recursive` deletes the files of a folder.',
  operands: [ROOM_OPERAND, { name: 'PATH', text: 'The paths of the folders.', isRepeated: true, completes: 'paths' }],
  options: JSON_OPTION,
  examples: [['rmdir Falcon 2027/contracts', 'an empty folder']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const deleted = [];
    for (const text of given.operands('PATH')) {
      const [folder] = await foldersBelow(session, id, text);
      if (folder === undefined || folder.id === null)
        throw new Problem(`there is no folder ${JSON.stringify(text)}.`, { exitCode: EXIT.notFound });
      deleted.push(await session.client.folders.delete(id, folder.id, { signal: session.signal }));
    }
    printDone(printOptionsOf(given, world), deleted, {
      word: deleted.map((folder) => folder.id).join('\n'),
      sentence: `Deleted ${formatCount(deleted.length, 'folder')}.`,
    });
  },
});
