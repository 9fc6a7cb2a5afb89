import { confirmByWord, defineCommand, JSON_OPTION, printOptionsOf, shortId } from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM_OPERAND } from './operand.ts';
import { printReceipt } from './receipt.ts';

export const roomsDelete = defineCommand({
  name: 'rooms delete',
  summary: 'Destroy a room, its files and its key permanently, and print the receipt.',
  details:
    'Nothing in the room can be read afterwards. On a terminal you are asked for the name again.\n`strongroom receipt` shows later whether everything was destroyed.',
  operands: [ROOM_OPERAND],
  options: {
    names: { text: 'Keep the names of its files in the receipt. Only owners of the room may.' },
    yes: { text: 'Do not ask. Required without a terminal.' },
    ...JSON_OPTION,
  },
  examples: [
    ['rooms delete Falcon', 'asks first'],
    ['rooms delete Falcon --names', 'with a receipt that names each file'],
    ['rooms delete Falcon --yes --json', 'for a script'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const room = await roomNamed(session, given.operand('ROOM'));
    if (!given.flag('yes')) await confirmByWord(world.terminal, `destroy the room ${room.name}`, room.name);
    const deleted = await client.rooms.delete(room.id, given.flag('names') ? { keep_names: 'true' } : {}, { signal });
    const receipt = await client.receipts.get(deleted.receipt_id, { signal });
    await printReceipt(printOptionsOf(given, world), session, receipt);
    if (world.terminal.errIsTerminal && receipt.status === 'in_progress')
      world.terminal.err(`\`strongroom receipt ${shortId(receipt.id)}\` shows when everything is destroyed.\n`);
  },
});
