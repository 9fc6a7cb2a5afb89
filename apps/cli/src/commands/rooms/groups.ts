import type { Group } from '@strongroom/client';
import {
  type Column,
  cleanJson,
  cleanLine,
  defineCommand,
  formatCount,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  printDone,
  printList,
  printOptionsOf,
} from '@strongroom/command-line';
import { FOLDER_ROLES } from '@strongroom/domain/roles';
import { type Session, signedIn } from '../../account/session.ts';
import { matchingName, theOne } from '../../naming/one.ts';
import { userIdOf } from '../../naming/people.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { inBatches } from '../../transfer/in-batches.ts';
import { type FileOutcome, failedOutcome, printFailures } from '../../transfer/outcome.ts';
import { ROOM_OPERAND, USER_OPERAND } from './operand.ts';

const GROUP = { name: 'GROUP', text: 'The group: its name, its id or the beginning of it.' } as const;

const COLUMNS: readonly Column<Group>[] = [
  ['id', ({ id }) => id, 'id'],
  ['name', ({ name }) => name],
  ['members', ({ member_count: members }) => (members === undefined ? '' : String(members))],
];

const groupsOf = ({ client, signal }: Session, room: string): Promise<readonly Group[]> =>
  client.groups.list(room, { per_page: 100 }, { signal }).all();

const nameOf = ({ name }: Group): string => name;

const groupAmong = (all: readonly Group[], text: string): Group =>
  theOne(matchingName(all, text, nameOf), {
    kind: 'group',
    text,
    names: all.map(nameOf),
    describe: ({ id, name }) => `${id}  ${name}`,
  });

/** Finds a group of a room by id or its beginning, or by name. Throws Problem. */
const groupNamed = async (session: Session, room: string, text: string): Promise<Group> =>
  groupAmong(await groupsOf(session, room), text);

/** The option of commands that restrict folders. */
export const GROUP_OPTION = {
  value: 'GROUP[:ROLE]',
  isRepeated: true,
  text: 'A group that sees the folder, and adds files to it; with the role `viewer` it only reads.',
} as const;

/** The option of commands that add people to a room. */
export const INTO_GROUP_OPTION = {
  value: 'GROUP',
  isRepeated: true,
  text: 'A group of the room that the person comes into at once.',
} as const;

/** The groups that a person comes into with a request; nothing without any. Throws Problem. */
export async function groupIdsNamed(
  session: Session,
  room: string,
  texts: readonly string[],
): Promise<Readonly<{ group_ids?: readonly string[] }>> {
  if (texts.length === 0) return {};
  const all = await groupsOf(session, room);
  return { group_ids: [...new Set(texts.map((text) => groupAmong(all, text).id))] };
}

/**
 * The groups that a restricted folder is for, each with its role there: after a colon, contributor without one. A name may have a
 * colon too, so a group of the whole name comes first. Throws Problem.
 */
export async function groupsNamed(session: Session, room: string, texts: readonly string[]) {
  if (texts.length === 0) return [];
  const all = await groupsOf(session, room);
  return texts.map((text) => {
    const colon = text.lastIndexOf(':');
    const role = FOLDER_ROLES.find((one) => one === text.slice(colon + 1));
    const isWhole = role === undefined || colon === -1 || matchingName(all, text, nameOf).length > 0;
    const { id } = groupAmong(all, isWhole ? text : text.slice(0, colon));
    return { group_id: id, role: isWhole ? 'contributor' : role };
  });
}

const groupsList = defineCommand({
  name: 'groups list',
  summary: 'List the groups of a room; owners of the room see all of them.',
  operands: [ROOM_OPERAND],
  options: LIST_OPTIONS,
  examples: [['groups Falcon', 'one line for each group']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    await printList(listOptionsOf(given, world), await groupsOf(session, id), COLUMNS, 'There is no group.');
  },
});

const groupsCreate = defineCommand({
  name: 'groups create',
  summary: 'Make a group of members of a room, to which folders can be restricted.',
  operands: [ROOM_OPERAND, { name: 'NAME', text: 'The name.' }],
  options: {
    description: { value: 'TEXT', text: 'Its purpose, for owners of the room.' },
    apart: { text: 'Its members do not see each other by it: for a group that everyone is in.' },
    ...JSON_OPTION,
  },
  examples: [
    ['groups create Falcon "Bidder B"', 'prints the id of the group'],
    ['groups create Falcon "All bidders" --apart', 'bidders who are in it do not learn of each other'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const body = {
      name: given.operand('NAME'),
      description: given.text('description'),
      members_see_each_other: !given.flag('apart'),
    };
    const group = await session.client.groups.create(id, body, { signal: session.signal });
    printDone(printOptionsOf(given, world), group, { word: group.id, sentence: `The group ${group.name} is made.` });
  },
});

const groupsDelete = defineCommand({
  name: 'groups delete',
  summary: 'Delete a group of a room.',
  operands: [ROOM_OPERAND, GROUP],
  options: JSON_OPTION,
  examples: [['groups delete Falcon "Bidder B"', 'its members stay in the room']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const group = await groupNamed(session, id, given.operand('GROUP'));
    const gone = await session.client.groups.delete(id, group.id, { signal: session.signal });
    printDone(printOptionsOf(given, world), gone, { word: group.id, sentence: `The group ${group.name} is deleted.` });
  },
});

type MemberOutcome = Readonly<{ user_id: string; user: string }> &
  Pick<FileOutcome<'added' | 'unchanged'>, 'status' | 'error'>;

const groupsAdd = defineCommand({
  name: 'groups add',
  summary: 'Add members of a room to a group.',
  details: 'Present members stay. A refusal for one person stops no other.',
  operands: [ROOM_OPERAND, GROUP, { ...USER_OPERAND, isRepeated: true }],
  options: JSON_OPTION,
  examples: [
    ['groups add Falcon "Bidder B" ben@bidder.example', 'Ben is in the group from now on'],
    ['groups add Falcon "Bidder B" ben@bidder.example bea@bidder.example', 'both with one request'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const session = await signedIn(world);
    const { client, signal } = session;
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const group = await groupNamed(session, id, given.operand('GROUP'));
    const users = new Map<string, string>();
    for (const user of given.operands('USER')) users.set(await userIdOf(session, user), user);
    const results = await inBatches([...users.keys()], (batch) =>
      client.groups.addMembers(id, group.id, { items: batch.map((user) => ({ user_id: user })) }, { signal }),
    );
    const members = results.map(({ item, status, error }): MemberOutcome => {
      const about = { user_id: item, user: users.get(item) ?? item };
      if (error !== undefined) return { ...about, ...failedOutcome(error) };
      return { ...about, status: status === 201 ? 'added' : 'unchanged' };
    });
    const present = members.filter(({ error }) => error === undefined);
    const said = present.length === 1 ? `${present[0]?.user} is` : `${formatCount(present.length, 'member')} are`;
    if (given.flag('json')) terminal.out(`${cleanJson({ room_id: id, group_id: group.id, members }, 2)}\n`);
    else if (!terminal.isTerminal) for (const { user_id: user } of present) terminal.out(`${user}\n`);
    else if (present.length > 0) terminal.out(`${cleanLine(`${said} in the group ${group.name}.`)}\n`);
    return printFailures(
      terminal,
      members.map(({ user, ...member }) => ({ room_path: user, ...member })),
    );
  },
});

const groupsRemove = defineCommand({
  name: 'groups remove',
  summary: 'Take a member out of a group of a room.',
  operands: [ROOM_OPERAND, GROUP, USER_OPERAND],
  options: JSON_OPTION,
  examples: [['groups remove Falcon "Bidder B" ben@bidder.example', 'Ben stays in the room']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const group = await groupNamed(session, id, given.operand('GROUP'));
    const user = await userIdOf(session, given.operand('USER'));
    const removed = await session.client.groups.removeMember(id, group.id, user, { signal: session.signal });
    const sentence = `${given.operand('USER')} is not in the group ${group.name} any more.`;
    printDone(printOptionsOf(given, world), removed, { word: user, sentence });
  },
});

export const GROUP_COMMANDS = [groupsList, groupsCreate, groupsDelete, groupsAdd, groupsRemove] as const;
