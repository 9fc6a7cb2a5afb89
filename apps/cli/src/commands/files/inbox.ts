import { type InboxItem, StrongroomError } from '@strongroom/client';
import {
  cleanJson,
  cleanLine,
  defineCommand,
  formatBytes,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  Problem,
  printList,
  UsageProblem,
} from '@strongroom/command-line';
import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { type Session, signedIn } from '../../account/session.ts';
import { matchingName, theOne } from '../../naming/one.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { ROOM_OPERAND } from '../rooms/operand.ts';

const itemsOf = ({ client, signal }: Session, roomId: string): Promise<readonly InboxItem[]> =>
  client.inbox.list(roomId, { per_page: 100 }, { signal }).all();

const inbox = defineCommand({
  name: 'inbox',
  summary: 'List the files that were sent to a room and wait.',
  details:
    'They are no files of the room: take them in with `inbox accept`, or refuse them. Name, type, sender and note are what the sender wrote.',
  operands: [ROOM_OPERAND],
  options: { ...LIST_OPTIONS },
  examples: [
    ['inbox Falcon', 'one line for each file'],
    ['inbox accept Falcon --all', 'takes all of them in'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    await printList(
      listOptionsOf(given, world),
      await itemsOf(session, id),
      [
        ['id', (item) => item.id, 'id'],
        ['size', ({ size }) => formatBytes(size)],
        ['received', ({ received_at: at }) => at, 'moment'],
        ['sender', ({ sender_name: sender }) => sender ?? ''],
        ['name', ({ name }) => name, 'path'],
        ['note', ({ note }) => note ?? ''],
      ],
      'Nothing waits.',
    );
  },
});

const ITEM = {
  name: 'ITEM',
  isRepeated: true,
  isOptional: true,
  text: 'The files: their ids or parts of them, or their names.',
} as const;

const inboxAccept = defineCommand({
  name: 'inbox accept',
  summary: 'Take files of the inbox into the room.',
  details:
    'Each is decrypted on this machine, encrypted afresh under a key of the room and uploaded to the folder that was asked for, or to --to.\nA file that does not open stays in the inbox, and the others are taken in: refuse it.',
  operands: [ROOM_OPERAND, ITEM],
  options: {
    all: { text: 'All that wait.' },
    to: { value: 'FOLDER', completes: 'paths', text: 'Another folder of the room.' },
    ...KEY_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [['inbox accept Falcon accounts.pdf --to Accounts', 'one file into a folder']],
  run: async (given, world) => {
    const session = await signedIn(world, { keys: chosenKeys(given) });
    const { client, signal } = session;
    const { id: roomId } = await roomNamed(session, given.operand('ROOM'));
    const items = await itemsNamed(session, roomId, given.operands('ITEM'), given.flag('all'));
    const taken: unknown[] = [];
    const unopened: string[] = [];
    for (const item of items) {
      const folder = given.text('to') ?? (await folderOf(session, roomId, item));
      const { name, content_type } = item;
      const about = { name, content_type, ...(folder !== '' && { folder }) };
      const file = await client.acceptItem(roomId, item.id, about, { signal }).catch((error: unknown) => {
        if (!doesNotOpen(error)) throw error;
        unopened.push(unopenedSentence(item));
      });
      // One sender must not keep out what others sent.
      if (file === undefined) continue;
      taken.push(file);
      if (!given.flag('json'))
        world.terminal.out(world.terminal.isTerminal ? `Took in ${cleanLine(name)}.\n` : `${file.id}\n`);
    }
    if (given.flag('json')) world.terminal.out(`${cleanJson(taken, 2)}\n`);
    if (unopened.length > 0) throw new Problem(unopened.join('\n'));
  },
});

const REASONS = ['does_not_open', 'not_asked_for', 'unsafe'] as const;

const inboxRefuse = defineCommand({
  name: 'inbox refuse',
  summary: 'Refuse files of the inbox: they are destroyed.',
  operands: [ROOM_OPERAND, ITEM],
  details: 'The reason is recorded for owners of the room. Senders learn neither the refusal nor its reason.',
  options: {
    all: { text: 'All that wait.' },
    reason: { value: 'REASON', choices: REASONS, text: 'Why: recorded with the refusal.' },
    ...JSON_OPTION,
  },
  examples: [
    ['inbox refuse Falcon 6d1c94a0', 'destroys one file'],
    ['inbox refuse Falcon setup.exe --reason unsafe', 'says why in the record'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const { id: roomId } = await roomNamed(session, given.operand('ROOM'));
    const items = await itemsNamed(session, roomId, given.operands('ITEM'), given.flag('all'));
    const reason = REASONS.find((one) => one === given.text('reason'));
    const refused: unknown[] = [];
    for (const { id, name } of items) {
      refused.push(await client.inbox.refuse(roomId, id, { ...(reason !== undefined && { reason }) }, { signal }));
      if (!given.flag('json'))
        world.terminal.out(world.terminal.isTerminal ? `Refused ${cleanLine(name)}.\n` : `${id}\n`);
    }
    if (given.flag('json')) world.terminal.out(`${cleanJson(refused, 2)}\n`);
  },
});

/** Throws UsageProblem, Problem. */
async function itemsNamed(session: Session, roomId: string, words: readonly string[], isAll: boolean) {
  if (words.length > 0 === isAll) throw new UsageProblem('name the files, or say --all.');
  const waiting = await itemsOf(session, roomId);
  if (isAll) return waiting;
  const describe = ({ id, name, received_at: at }: InboxItem) => `${id}  ${cleanLine(name)}, ${at}`;
  return words.map((text) =>
    theOne(
      matchingName(waiting, text, ({ name }) => name),
      { kind: 'file in the inbox', text, describe },
    ),
  );
}

/** The path of the folder that was asked for; empty for the top. */
async function folderOf({ client, signal }: Session, roomId: string, item: InboxItem): Promise<string> {
  const { folder_id: folder } = await client.uploadRequests.get(item.request_id, { signal });
  return folder === null ? '' : (await client.folders.get(roomId, folder, { signal })).path;
}

const UNOPENED: ReadonlySet<string> = new Set(['KEY_NOT_UNWRAPPED', 'CONTENT_NOT_AUTHENTIC', 'SIZE_DIFFERS']);

/** The sender may have sent anything. */
const doesNotOpen = (error: unknown): boolean => error instanceof StrongroomError && UNOPENED.has(error.code);

const unopenedSentence = ({ id, name }: InboxItem): string =>
  `${cleanLine(name)} does not open: its sender did not encrypt it for this room, or it was changed. Refuse it with \`strongroom inbox refuse --reason does_not_open\` (${id}).`;

export const INBOX_COMMANDS = [inbox, inboxAccept, inboxRefuse];
