import {
  cleanJson,
  cleanLine,
  confirmByWord,
  confirmByYes,
  defineCommand,
  formatCount,
  JSON_OPTION,
  UsageProblem,
} from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { byPath, filesNamed, isPattern, pathOf } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { inBatches } from '../../transfer/in-batches.ts';
import { type FileOutcome, failedOutcome, printFailures } from '../../transfer/outcome.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';

export const rm = defineCommand({
  name: 'rm',
  summary: 'Delete files from a room, with their share links.',
  details:
    'They are destroyed with their keys, unless the room has a bin: see `strongroom bin`.\nFiles are named by path, by pattern or by id; a name alone never means a file in another folder. A terminal is asked\nbefore several files go. Where `/` names the whole room, it is asked for the name of the room.',
  operands: [
    ROOM_OPERAND,
    {
      name: 'PATH',
      completes: 'paths',
      isRepeated: true,
      text: 'Files in the room, by path, pattern or id; / for all files.',
    },
  ],
  options: {
    recursive: { text: 'Also delete folders with all their files.' },
    yes: { text: 'Do not ask. Required without a terminal to delete all files of a room.' },
    'dry-run': { text: 'Only print what would be deleted.' },
    ...JSON_OPTION,
  },
  examples: [
    ['rm Falcon offer.pdf', 'one file'],
    ['rm Falcon 2027/contracts --recursive', 'a folder'],
    ["rm Falcon '2027/*.tmp' --dry-run", 'what a pattern matches'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const session = await signedIn(world);
    const { client, signal } = session;
    const room = await roomNamed(session, given.operand('ROOM'));
    const chosen = new Map<string, string>();
    let isAsked = false;
    for (const path of given.operands('PATH')) {
      const { files, isFolder, below } = await filesNamed(session, room.id, path, { isExact: true });
      if (isFolder && !isPattern(path) && !given.flag('recursive'))
        throw new UsageProblem(`${path} is a folder: say --recursive.`);
      const isAll = isFolder && below === '' && !isPattern(path);
      if (isAll && !given.flag('yes') && !given.flag('dry-run')) {
        await confirmByWord(terminal, `delete all files of the room ${room.name}`, room.name);
        isAsked = true;
      }
      for (const file of byPath(files)) chosen.set(file.id, pathOf(file));
    }
    if (given.flag('dry-run')) {
      for (const [id, path] of chosen) terminal.out(`${terminal.isTerminal ? '' : `${id}\t`}${cleanLine(path)}\n`);
      return 0;
    }
    const ids = [...chosen.keys()];
    if (ids.length > 1 && !given.flag('yes') && !isAsked)
      await confirmByYes(terminal, `delete ${formatCount(ids.length, 'file')}`);
    const results = await inBatches(ids, (batch) =>
      client.files.deleteMany(room.id, { items: batch.map((id) => ({ file_id: id })) }, { signal }),
    );
    const outcomes = results.map(({ item: id, error }): FileOutcome<'deleted'> => {
      const about = { path: null, id, room_path: chosen.get(id) ?? '' };
      return error === undefined ? { ...about, status: 'deleted' } : { ...about, ...failedOutcome(error) };
    });
    const deleted = outcomes.filter(({ status }) => status === 'deleted');
    if (given.flag('json')) terminal.out(`${cleanJson({ room_id: room.id, files: outcomes }, 2)}\n`);
    else if (terminal.isTerminal) terminal.out(`Deleted ${formatCount(deleted.length, 'file')}.\n`);
    else for (const { id, room_path: path } of deleted) terminal.out(`${id}\t${cleanLine(path)}\n`);
    return printFailures(terminal, outcomes);
  },
});
