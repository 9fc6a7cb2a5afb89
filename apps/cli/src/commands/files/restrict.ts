import {
  defineCommand,
  EXIT,
  JSON_OPTION,
  Problem,
  printDone,
  printOptionsOf,
  UsageProblem,
} from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { foldersBelow } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { DRY_RUN, printSight } from '../../naming/sight-preview.ts';
import { GROUP_OPTION, groupsNamed } from '../rooms/groups.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';

export const restrict = defineCommand({
  name: 'restrict',
  summary: 'Restrict a folder of a room to groups.',
  details:
    'The folder, with everything below it, is there for these groups and for owners of the room; for all others it is absent. Only where owners of the room make the folders: `rooms edit --folders owners`, and `mkdir --group` below.',
  operands: [ROOM_OPERAND, { name: 'PATH', text: 'The path of the folder.', completes: 'paths' }],
  options: {
    group: GROUP_OPTION,
    owners: { text: 'Leave it to owners of the room.' },
    lift: { text: 'Lift the restriction.' },
    'dry-run': DRY_RUN,
    ...JSON_OPTION,
  },
  examples: [
    ['restrict Falcon "Deal/Bidder B" --group "Bidder B"', 'other bidders do not know of it'],
    ['restrict Falcon "Deal/Offers" --group "Bidder B:viewer"', 'they read, and add nothing'],
    ['restrict Falcon "Deal/Bidder B" --lift', 'every member sees it'],
    ['restrict Falcon "Deal/Bidder B" --lift --dry-run', 'how many members that would be'],
  ],
  run: async (given, world) => {
    const texts = given.texts('group');
    const ways = [texts.length > 0, given.flag('owners'), given.flag('lift')].filter(Boolean);
    if (ways.length !== 1) throw new UsageProblem('say one of --group, --owners and --lift');
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const path = given.operand('PATH');
    const [folder] = await foldersBelow(session, id, path);
    if (folder === undefined || folder.id === null)
      throw new Problem(`there is no folder ${JSON.stringify(path)}.`, { exitCode: EXIT.notFound });
    const groups = given.flag('lift') ? null : await groupsNamed(session, id, texts);
    if (given.flag('dry-run')) {
      await printSight(session, id, { folder_id: folder.id, groups }, printOptionsOf(given, world));
      return 0;
    }
    const seen = await session.client.folders.restrict(id, folder.id, { groups }, { signal: session.signal });
    const sentence = groups === null ? `${folder.path} is not restricted any more.` : `${folder.path} is restricted.`;
    printDone(printOptionsOf(given, world), seen, { word: folder.path, sentence });
    return 0;
  },
});
