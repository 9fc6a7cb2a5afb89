import type { UploadRequest } from '@strongroom/client';
import {
  cleanJson,
  cleanLine,
  DURATIONS,
  defineCommand,
  EXIT,
  formatBytes,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  localMinute,
  Problem,
  parseCount,
  printDone,
  printList,
  printOptionsOf,
  secondsOf,
  shortId,
} from '@strongroom/command-line';
import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { type Session, signedIn } from '../../account/session.ts';
import { folderNamed } from '../../naming/folder-named.ts';
import { isId, matchingName, theOne } from '../../naming/one.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';

const TWO_WEEKS = '14d';
const MEBIBYTE = 1_048_576;

const request = defineCommand({
  name: 'request',
  summary: 'Ask people without an account to send files.',
  details:
    'Prints a link, this once. Files that are sent with it are encrypted for your room on the machine of the sender, and wait in the\ninbox of the room until you or an owner takes them in: `strongroom inbox`. The part after the # names the key that they are\nencrypted for, so that the service cannot give senders another one.',
  operands: [
    ROOM_OPERAND,
    { name: 'FOLDER', isOptional: true, completes: 'paths', text: 'The folder that they are meant for.' },
  ],
  options: {
    'expires-in': { value: 'TIME', text: `How long it works, ${DURATIONS}; ${TWO_WEEKS} by default.` },
    'max-files': { value: 'N', text: 'Maximum number of files; 100 by default.' },
    'max-size': { value: 'MIB', text: 'Maximum size of all files together in MiB; 1024 by default.' },
    message: { value: 'TEXT', text: 'Words for the senders, who read them with your name.' },
    ...KEY_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['request Falcon', 'a link for two weeks'],
    ["request Falcon Accounts --max-files 3 --message 'The last three years, please.'", 'three files for a folder'],
    ['request list Falcon', 'what was asked for, and how much arrived'],
    ['request revoke 6d1c… --room Falcon', 'ends one at once'],
  ],
  run: async (given, world) => {
    const size = parseCount('--max-size', given.text('max-size'));
    const terms = {
      expires_in: secondsOf('--expires-in', given.text('expires-in') ?? TWO_WEEKS),
      max_files: parseCount('--max-files', given.text('max-files')),
      max_bytes: size === undefined ? undefined : size * MEBIBYTE,
      message: given.text('message'),
    };
    const session = await signedIn(world, { keys: chosenKeys(given) });
    const { client, signal } = session;
    const { id: roomId } = await roomNamed(session, given.operand('ROOM'));
    const path = given.maybe('FOLDER');
    const folder = path === undefined ? undefined : (await folderNamed(session, roomId, path)).id;
    const made = await client.askForFiles(roomId, { ...terms, folder_id: folder }, { signal });
    const { token: _secret, ...about } = made.request;
    const { terminal } = world;
    if (given.flag('json')) terminal.out(`${cleanJson({ ...about, url: made.url }, 2)}\n`);
    else {
      terminal.out(`${cleanLine(made.url)}\n`);
      if (terminal.isTerminal)
        terminal.err(
          `Until ${localMinute(about.expires_at)}, for ${about.max_files} files. Request ${shortId(about.id)}; the link is not shown again.\n`,
        );
    }
  },
});

const requestsOf = ({ client, signal }: Session, roomId: string): Promise<readonly UploadRequest[]> =>
  client.uploadRequests.list(roomId, { per_page: 100 }, { signal }).all();

const requestList = defineCommand({
  name: 'request list',
  summary: 'List the upload requests of a room.',
  operands: [ROOM_OPERAND],
  options: { ...LIST_OPTIONS },
  examples: [['request list Falcon', 'one line for each request']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    await printList(
      listOptionsOf(given, world),
      await requestsOf(session, id),
      [
        ['id', (one) => one.id, 'id'],
        ['status', ({ status }) => status],
        ['files', ({ files_received: count, max_files: most }) => `${count} of ${most}`],
        ['size', ({ bytes_received: count }) => formatBytes(count)],
        ['expires', ({ expires_at: at }) => at, 'moment'],
        ['message', ({ message }) => message ?? ''],
      ],
      'There is no upload request.',
    );
  },
});

const requestRevoke = defineCommand({
  name: 'request revoke',
  summary: 'End an upload request immediately. What was sent stays in the inbox.',
  operands: [{ name: 'REQUEST', text: 'The id of the request; with --room a part of it.' }],
  options: {
    room: { value: 'ROOM', completes: 'rooms', text: 'The room of the request, for a short id.' },
    ...JSON_OPTION,
  },
  examples: [['request revoke 6d1c94a0 --room Falcon', 'nothing more can be sent']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const id = await requestNamed(session, given.operand('REQUEST'), given.text('room'));
    const revoked = await session.client.uploadRequests.revoke(id, { signal: session.signal });
    printDone(printOptionsOf(given, world), revoked, { word: id, sentence: `The request ${id} is ${revoked.status}.` });
  },
});

async function requestNamed(session: Session, text: string, room: string | undefined): Promise<string> {
  if (isId(text)) return text;
  if (room === undefined)
    throw new Problem('say with --room in which room the request is, or give its whole id.', { exitCode: EXIT.usage });
  const all = await requestsOf(session, (await roomNamed(session, room)).id);
  const describe = (one: UploadRequest) => `${one.id}  ${one.status}, until ${one.expires_at}`;
  return theOne(
    matchingName(all, text, () => ''),
    { kind: 'upload request', text, describe },
  ).id;
}

export const REQUEST_COMMANDS = [request, requestList, requestRevoke];
