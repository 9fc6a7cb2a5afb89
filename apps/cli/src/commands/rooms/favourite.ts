import { defineCommand, JSON_OPTION, printDone, printOptionsOf } from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM_OPERAND } from './operand.ts';

export const roomsFavourite = defineCommand({
  name: 'rooms favourite',
  summary: 'Make a room one of your favourites, which only you see.',
  operands: [ROOM_OPERAND],
  options: { off: { text: 'Take the room out of your favourites.' }, ...JSON_OPTION },
  examples: [
    ['rooms favourite Falcon', 'is first in the list of the pages, and in `rooms list --favourites`'],
    ['rooms favourite Falcon --off', 'is a room like the others again'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id, name } = await roomNamed(session, given.operand('ROOM'));
    const isChosen = !given.flag('off');
    const found = await session.client.rooms.chooseFavourite(id, { favourite: isChosen }, { signal: session.signal });
    const sentence = isChosen ? `${name} is one of your favourites.` : `${name} is no longer one of your favourites.`;
    printDone(printOptionsOf(given, world), found, { word: id, sentence });
  },
});
