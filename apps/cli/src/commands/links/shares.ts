import { contentOfShare, type Share } from '@strongroom/client';
import {
  cleanJson,
  confirmByYes,
  defineCommand,
  formatCount,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  printDone,
  printList,
  printOptionsOf,
  showsNames,
  UsageProblem,
} from '@strongroom/command-line';
import { type Session, signedIn } from '../../account/session.ts';
import { fileNamed, filesNamed } from '../../naming/files.ts';
import { namesOf } from '../../naming/names.ts';
import { isId, matchingName, theOne } from '../../naming/one.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';
import { FILE_OPERAND } from './share.ts';

export const shareList = defineCommand({
  name: 'share list',
  summary: 'List the share links of a file or room, without their addresses.',
  operands: [ROOM_OPERAND, { ...FILE_OPERAND, isOptional: true }],
  options: {
    state: { value: 'STATE', text: 'Only links that are active, expired, exhausted (used up) or revoked.' },
    ...LIST_OPTIONS,
  },
  examples: [
    ['share list Falcon offer.pdf', 'one line for each link, also those to several files with it'],
    ['share list Falcon', 'the links of the room, also those to several files'],
    ['share list Falcon --state active', 'those that still work'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const state = stateOf(given.text('state'));
    const name = given.maybe('FILE');
    const links =
      name === undefined
        ? client.shares.listOfRoom(id, { per_page: 100, kind: 'all' }, { signal })
        : client.shares.list((await fileNamed(session, id, name)).id, { per_page: 100, kind: 'all' }, { signal });
    const all = (await links.all()).filter(({ status }) => state === undefined || status === state);
    const names = await namesOf(
      session,
      showsNames(given, world)
        ? {
            users: all.map(({ created_by: by }) => by),
            files: all.flatMap(({ file_id: file }) => (file === null ? [] : [{ id: file, roomId: id }])),
          }
        : {},
    );
    await printList(
      listOptionsOf(given, world),
      all,
      [
        ['id', (link) => link.id, 'id'],
        ['status', ({ status }) => status],
        [
          'downloads',
          ({ download_count: count, max_downloads: most }) => `${count}${most === null ? '' : ` of ${most}`}`,
        ],
        ['expires', ({ expires_at: at }) => at, 'moment'],
        ['by', ({ created_by: by }) => (showsNames(given, world) ? names.user(by) : by)],
        ['file', (link) => (showsNames(given, world) ? leadsTo(link, names.file) : numbered(link)), 'path'],
        ['name', (link) => link.name ?? ''],
        ['to', ({ recipient }) => recipient ?? ''],
        ['made', ({ created_at: at }) => at, 'moment'],
      ],
      'There is no link.',
    );
  },
});

/** The id of the file of a link, or the number of its files. */
const numbered = ({ file_id: file, file_count: count }: Share): string => file ?? formatCount(count, 'file');

/** The files of a link in words. */
const leadsTo = (link: Share, nameOf: (file: string) => string): string =>
  link.file_id === null ? contentOfShare(link) : nameOf(link.file_id);

const STATES: readonly string[] = ['active', 'expired', 'exhausted', 'revoked'];

function stateOf(word: string | undefined): string | undefined {
  if (word === undefined || STATES.includes(word)) return word;
  throw new UsageProblem(`--state is one of ${STATES.join(', ')}.`);
}

export const shareRevoke = defineCommand({
  name: 'share revoke',
  summary: 'Revoke share links immediately.',
  details:
    'Links are named by their ids, by the files that they lead to, or all of a room. A terminal is asked before several end.\nLinks that have ended already are left as they are.',
  operands: [
    {
      name: 'LINK',
      isOptional: true,
      isRepeated: true,
      text: 'The ids of the links; with --room a part of them.',
    },
  ],
  options: {
    room: { value: 'ROOM', completes: 'rooms', text: 'The room of the links, for short ids, --file and --all.' },
    file: { value: 'PATH', text: 'All links to these files of the room: a path, a folder, a pattern or an id.' },
    all: { text: 'All links of the room.' },
    yes: { text: 'Do not ask.' },
    ...JSON_OPTION,
  },
  examples: [
    ['share revoke 6d1c94a0 --room Falcon', 'its holder can download nothing any more'],
    ["share revoke --room Falcon --file '2027/*.pdf'", 'the links to these files'],
    ['share revoke --room Falcon --all', 'every link of the room'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const [words, room, file] = [given.operands('LINK'), given.text('room'), given.text('file')];
    const ways = [words.length > 0, file !== undefined, given.flag('all')].filter(Boolean).length;
    if (ways !== 1) throw new UsageProblem('name links, or say --file PATH or --all with --room.');
    const session = await signedIn(world);
    const ids = words.length > 0 ? await linksNamed(session, words, room) : await activeLinks(session, room, file);
    if (ids.length > 1 && !given.flag('yes')) await confirmByYes(terminal, `revoke ${formatCount(ids.length, 'link')}`);
    const revoked: Share[] = [];
    for (const id of ids) revoked.push(await session.client.shares.revoke(id, { signal: session.signal }));
    const [link] = revoked;
    if (link !== undefined && revoked.length === 1) {
      printDone(printOptionsOf(given, world), link, {
        word: link.id,
        sentence: `The link ${link.id} is ${link.status}.`,
      });
    } else if (given.flag('json')) terminal.out(`${cleanJson(revoked, 2)}\n`);
    else if (terminal.isTerminal) terminal.out(`Revoked ${formatCount(revoked.length, 'link')}.\n`);
    else for (const { id } of revoked) terminal.out(`${id}\n`);
  },
});

const linksOf = ({ client, signal }: Session, roomId: string): Promise<readonly Share[]> =>
  client.shares.listOfRoom(roomId, { per_page: 100, kind: 'all' }, { signal }).all();

/** The links of a room that work, or those of them that lead to some files. Throws Problem. */
async function activeLinks(
  session: Session,
  room: string | undefined,
  file: string | undefined,
): Promise<readonly string[]> {
  if (room === undefined) throw new UsageProblem('say with --room in which room the links are.');
  const { id } = await roomNamed(session, room);
  const files =
    file === undefined ? undefined : new Set((await filesNamed(session, id, file)).files.map((one) => one.id));
  const links = await linksOf(session, id);
  return links
    .filter(({ status, file_id: to }) => status === 'active' && (files === undefined || files.has(to ?? '')))
    .map((link) => link.id);
}

/** The ids of links. A link is not listed outside its room, so a short id needs it. Throws Problem. */
export async function linksNamed(
  session: Session,
  words: readonly string[],
  room: string | undefined,
): Promise<readonly string[]> {
  if (words.every(isId)) return words;
  if (room === undefined) throw new UsageProblem('say with --room in which room the link is, or give its whole id.');
  const links = await linksOf(session, (await roomNamed(session, room)).id);
  return words.map((text) =>
    isId(text)
      ? text
      : theOne(
          matchingName(links, text, (link) => link.name ?? ''),
          {
            kind: 'link',
            text,
            describe: (link) =>
              [link.id, link.recipient, contentOfShare(link), `${link.status}, until ${link.expires_at}`]
                .filter(Boolean)
                .join('  '),
          },
        ).id,
  );
}
