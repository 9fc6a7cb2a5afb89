import { signedIn } from '../../account/session.ts';
import { defineCommand } from '../../command/command.ts';
import { howOf, JSON_OPTION } from '../../command/json-option.ts';
import { fileNamed } from '../../naming/files.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { printDone, printList } from '../../print/print.ts';
import { ROOM } from '../rooms/rooms.ts';
import { FILE } from './share.ts';

export const shareList = defineCommand({
  name: 'share list',
  summary: 'List the share links of a file or room, without their addresses.',
  operands: [ROOM, { ...FILE, isOptional: true }],
  options: JSON_OPTION,
  examples: [
    ['share list Falcon offer.pdf', 'one line for each link'],
    ['share list Falcon', 'the links of all files of the room'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const name = given.maybe('FILE');
    const links =
      name === undefined
        ? client.shares.listOfRoom(id, { per_page: 100 }, { signal })
        : client.shares.list((await fileNamed(session, id, name)).id, { per_page: 100 }, { signal });
    await printList(
      howOf(given, world),
      await links.all(),
      [
        ['id', (link) => link.id],
        ['status', ({ status }) => status],
        [
          'downloads',
          ({ download_count: count, max_downloads: most }) => `${count}${most === null ? '' : ` of ${most}`}`,
        ],
        ['expires', ({ expires_at: at }) => at],
        ['by', ({ created_by: by }) => by],
      ],
      'There is no link.',
    );
    return 0;
  },
});

export const shareRevoke = defineCommand({
  name: 'share revoke',
  summary: 'Revoke a share link immediately.',
  operands: [{ name: 'LINK', text: 'The id of the link.' }],
  options: JSON_OPTION,
  examples: [['share revoke 6d1c…', 'its holder can download nothing any more']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const link = await client.shares.revoke(given.operand('LINK'), { signal });
    printDone(howOf(given, world), link, { word: link.id, sentence: `The link ${link.id} is ${link.status}.` });
    return 0;
  },
});
