import { defineCommand, formatCount, JSON_OPTION, printDone, printOptionsOf } from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { GROUP_OPTION, groupsNamed } from '../rooms/groups.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';

/** Slashes at both ends are not part of a path. */
const pathOf = (text: string): string => text.replaceAll(/^\/+|\/+$/gu, '');

export const mkdir = defineCommand({
  name: 'mkdir',
  summary: 'Make folders in a room, with those missing above them.',
  details: 'A folder that is there already stays as it is. Letter case does not tell two folders apart.',
  operands: [ROOM_OPERAND, { name: 'PATH', text: 'The paths of the folders.', isRepeated: true, completes: 'paths' }],
  options: {
    group: { ...GROUP_OPTION, text: `${GROUP_OPTION.text} Besides them, only owners of the room see the new folders.` },
    ...JSON_OPTION,
  },
  examples: [
    ['mkdir Falcon 2027/contracts 2027/offers', 'two folders and the one above them'],
    ['mkdir Falcon "Deal/Bidder B" --group "Bidder B"', 'no other bidder sees it, at no moment'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const groups = await groupsNamed(session, id, given.texts('group'));
    const access = groups.length === 0 ? {} : { access: { groups } };
    const made = [];
    for (const path of given.operands('PATH'))
      made.push(await session.client.folders.create(id, { path: pathOf(path), ...access }, { signal: session.signal }));
    const word = made.map(({ path }) => path).join('\n');
    printDone(printOptionsOf(given, world), made, { word, sentence: `${formatCount(made.length, 'folder')} there.` });
  },
});
