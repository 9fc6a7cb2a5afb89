import {
  defineCommand,
  howOf,
  isNamed,
  JSON_OPTION,
  LIST_OPTIONS,
  listHowOf,
  printDone,
  printList,
  UsageProblem,
} from '@strongroom/command-line';
import { type Session, signedIn } from '../../account/session.ts';
import { fileNamed } from '../../naming/files.ts';
import { namesOf } from '../../naming/names.ts';
import { called, isId, theOne } from '../../naming/one.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM } from '../rooms/operand.ts';
import { FILE } from './share.ts';

export const shareList = defineCommand({
  name: 'share list',
  summary: 'List the share links of a file or room, without their addresses.',
  operands: [ROOM, { ...FILE, isOptional: true }],
  options: LIST_OPTIONS,
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
    const all = await links.all();
    const names = await namesOf(
      session,
      isNamed(given, world)
        ? {
            users: all.map(({ created_by: by }) => by),
            files: all.map(({ file_id: file }) => ({ id: file, roomId: id })),
          }
        : {},
    );
    await printList(
      listHowOf(given, world),
      all,
      [
        ['id', (link) => link.id, 'id'],
        ['status', ({ status }) => status],
        [
          'downloads',
          ({ download_count: count, max_downloads: most }) => `${count}${most === null ? '' : ` of ${most}`}`,
        ],
        ['expires', ({ expires_at: at }) => at, 'moment'],
        ['by', ({ created_by: by }) => (isNamed(given, world) ? names.user(by) : by)],
        ['file', ({ file_id: file }) => (isNamed(given, world) ? names.file(file) : file), 'path'],
      ],
      'There is no link.',
    );
    return 0;
  },
});

export const shareRevoke = defineCommand({
  name: 'share revoke',
  summary: 'Revoke a share link immediately.',
  operands: [{ name: 'LINK', text: 'The id of the link; with --room the beginning of it.' }],
  options: {
    room: { value: 'ROOM', completes: 'rooms', text: 'The room of the link, for a short id.' },
    ...JSON_OPTION,
  },
  examples: [['share revoke 6d1c94a0 --room Falcon', 'its holder can download nothing any more']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const link = await client.shares.revoke(await linkNamed(session, given.operand('LINK'), given.text('room')), {
      signal,
    });
    printDone(howOf(given, world), link, { word: link.id, sentence: `The link ${link.id} is ${link.status}.` });
    return 0;
  },
});

/** The id of a link. A link is not listed outside of its room, so a short id needs it. Throws Problem. */
async function linkNamed(session: Session, text: string, room: string | undefined): Promise<string> {
  if (isId(text)) return text;
  if (room === undefined) throw new UsageProblem('say with --room in which room the link is, or give its whole id.');
  const { id } = await roomNamed(session, room);
  const { client, signal } = session;
  const links = await client.shares.listOfRoom(id, { per_page: 100 }, { signal }).all();
  return theOne(
    called(links, text, () => ''),
    {
      kind: 'link',
      text,
      describe: (link) => `${link.id}  ${link.status}, until ${link.expires_at}`,
    },
  ).id;
}
