import type { BinnedFile, File as RoomFile } from '@strongroom/client';
import {
  cleanJson,
  confirmByWord,
  confirmByYes,
  defineCommand,
  formatCount,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  printDone,
  printList,
  printOptionsOf,
} from '@strongroom/command-line';
import { type Session, signedIn } from '../../account/session.ts';
import { pathOf } from '../../naming/files.ts';
import { matchingName, theOne } from '../../naming/one.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';

const FILES = {
  name: 'PATH',
  isRepeated: true,
  text: 'Files in the bin, by the path that they had, by id or the end of it.',
} as const;

const binList = defineCommand({
  name: 'bin list',
  summary: 'List the deleted files of a room that can be restored, the last deleted first.',
  details: 'Owners of the room see all of them, others those that they deleted themselves.',
  operands: [ROOM_OPERAND],
  options: LIST_OPTIONS,
  examples: [['bin list Falcon', 'one line for each file, with the time of its destruction']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    await printList(
      listOptionsOf(given, world),
      await binOf(session, id),
      [
        ['id', (file) => file.id, 'id'],
        ['path', pathOf],
        ['label', ({ classification }) => classification],
        ['deleted', ({ deleted_at: at }) => at, 'moment'],
        ['destroyed', ({ destroyed_at: at }) => at, 'moment'],
      ],
      'There is nothing in the bin that you can restore.',
    );
  },
});

const binRestore = defineCommand({
  name: 'bin restore',
  summary: 'Bring deleted files back to their folders, without their share links.',
  operands: [ROOM_OPERAND, FILES],
  options: JSON_OPTION,
  examples: [['bin restore Falcon 2027/offer.pdf', 'the file is there again, with its id']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const restored: RoomFile[] = [];
    for (const file of await binnedNamed(session, id, given.operands('PATH')))
      restored.push(await session.client.bin.restore(file.id, { signal: session.signal }));
    printDone(printOptionsOf(given, world), restored, {
      word: restored.map((file) => file.id).join('\n'),
      sentence: `Restored ${formatCount(restored.length, 'file')}.`,
    });
  },
});

const binDestroy = defineCommand({
  name: 'bin destroy',
  summary: 'Destroy files in the bin now, with their keys.',
  details: 'Only owners of the room destroy. A terminal is asked first.',
  operands: [ROOM_OPERAND, FILES],
  options: { yes: { text: 'Do not ask.' }, ...JSON_OPTION },
  examples: [['bin destroy Falcon 2027/offer.pdf', 'it cannot be restored any more']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const found = await binnedNamed(session, id, given.operands('PATH'));
    if (!given.flag('yes')) await confirmByYes(world.terminal, `destroy ${formatCount(found.length, 'file')}`);
    for (const file of found) await session.client.bin.destroy(id, file.id, { signal: session.signal });
    printDone(printOptionsOf(given, world), found, {
      word: found.map((file) => file.id).join('\n'),
      sentence: `Destroyed ${formatCount(found.length, 'file')}.`,
    });
  },
});

const binEmpty = defineCommand({
  name: 'bin empty',
  summary: 'Destroy everything in the bin of a room that you see.',
  details: 'Only owners of the room empty its bin. On a terminal you are asked for the name of the room.',
  operands: [ROOM_OPERAND],
  options: { yes: { text: 'Do not ask. Required without a terminal.' }, ...JSON_OPTION },
  examples: [['bin empty Falcon', 'asks first']],
  run: async (given, world) => {
    const { terminal } = world;
    const session = await signedIn(world);
    const room = await roomNamed(session, given.operand('ROOM'));
    if (!given.flag('yes'))
      await confirmByWord(terminal, `destroy what is in the bin of the room ${room.name}`, room.name);
    let destroyed = 0;
    for (let count = -1; count !== 0; destroyed += count)
      count = (await session.client.bin.empty(room.id, { signal: session.signal })).destroyed;
    const answer = { room_id: room.id, destroyed };
    if (given.flag('json')) terminal.out(`${cleanJson(answer, 2)}\n`);
    else terminal.out(terminal.isTerminal ? `Destroyed ${formatCount(destroyed, 'file')}.\n` : `${destroyed}\n`);
  },
});

export const BIN_COMMANDS = [binList, binRestore, binDestroy, binEmpty] as const;

const binOf = ({ client, signal }: Session, roomId: string): Promise<readonly BinnedFile[]> =>
  client.bin.list(roomId, { per_page: 100 }, { signal }).all();

/** The files in the bin that these words name, each once. Throws Problem. */
async function binnedNamed(session: Session, roomId: string, words: readonly string[]): Promise<readonly BinnedFile[]> {
  const all = await binOf(session, roomId);
  const found = words.map((word) =>
    theOne(matchingName(all, word, pathOf), {
      kind: 'file in the bin',
      text: word,
      describe: (file) => `${file.id} ${pathOf(file)}, deleted ${file.deleted_at}`,
      names: all.map(pathOf),
    }),
  );
  return [...new Set(found)];
}
