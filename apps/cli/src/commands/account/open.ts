import { defineCommand, JSON_OPTION, printDone, printOptionsOf } from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { openInBrowser } from '../../terminal/open-in-browser.ts';

export const open = defineCommand({
  name: 'open',
  summary: 'Open the web application, or a room in it, in your browser.',
  details: 'The browser signs in by itself. Without a terminal only the address is printed.',
  operands: [{ name: 'ROOM', isOptional: true, completes: 'rooms', text: 'The room. Default: the list of rooms.' }],
  options: JSON_OPTION,
  examples: [
    ['open', 'your rooms'],
    ['open Falcon', 'one room'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const named = given.maybe('ROOM');
    const place = named === undefined ? '/rooms' : `/rooms/${(await roomNamed(session, named)).id}`;
    const url = `${session.url.replace(/(\/api\/v1)?\/*$/u, '')}${place}`;
    const isOpening = world.terminal.isTerminal && (await openInBrowser(url));
    printDone(
      printOptionsOf(given, world),
      { url },
      { word: url, sentence: `${isOpening ? 'Opening' : 'Open'} ${url}` },
    );
  },
});
