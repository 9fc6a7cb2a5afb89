import {
  confirmByWord,
  defineCommand,
  JSON_OPTION,
  Problem,
  printDone,
  printOptionsOf,
} from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM_OPERAND } from './operand.ts';

export const roomsRenumber = defineCommand({
  name: 'rooms renumber',
  summary: 'Number the folders and files of a room again, without gaps.',
  details:
    'In each place from 1: first the folders in their order, then the files by name. The numbers of before hold no more, also where contracts quote them. On a terminal you are asked for the name of the room.',
  operands: [ROOM_OPERAND],
  options: { yes: { text: 'Do not ask. Required without a terminal.' }, ...JSON_OPTION },
  examples: [
    ['rooms renumber Falcon', 'asks first'],
    ['ls Falcon --json | jq -r ".[] | [.index, .id] | @tsv" > numbers.tsv', 'keeps the numbers of before'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const room = await roomNamed(session, given.operand('ROOM'));
    if (room.numbering === 'none')
      throw new Problem(`${room.name} has no index numbers: \`strongroom rooms edit --numbers fixed\` gives them.`);
    if (!given.flag('yes')) await confirmByWord(world.terminal, `number ${room.name} again`, room.name);
    const { numbered } = await client.rooms.renumber(room.id, { signal });
    const sentence = `Numbered ${numbered} folders and files of ${room.name}.`;
    printDone(printOptionsOf(given, world), { numbered }, { word: String(numbered), sentence });
  },
});
