import type { Member } from '@strongroom/client';
import {
  type Column,
  DURATIONS,
  defineCommand,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  printDone,
  printList,
  printOptionsOf,
  secondsOf,
  showsNames,
  type TypedArguments,
} from '@strongroom/command-line';
import { formatInstant, instant } from '@strongroom/domain';
import { ROOM_ROLES } from '@strongroom/domain/roles';
import { signedIn } from '../../account/session.ts';
import { unsentMailNotice } from '../../account/unsent-mail.ts';
import { waitingMailNotice } from '../../account/waiting-mail.ts';
import { namesOf } from '../../naming/names.ts';
import { userIdOf } from '../../naming/people.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { MEMBER_COLUMNS } from './columns.ts';
import { groupIdsNamed, INTO_GROUP_OPTION } from './groups.ts';
import { ROOM_OPERAND, USER_OPERAND } from './operand.ts';

const END_OPTIONS = {
  for: { value: 'DURATION', text: `End of the membership, ${DURATIONS} from now; without it there is none.` },
  'without-end': { text: 'Take the end of a membership away.' },
} as const;

/** The end of a membership in a request. Without an option, a present member keeps theirs. */
function endGiven(given: TypedArguments<keyof typeof END_OPTIONS, never>): Readonly<{ expires_at?: string | null }> {
  if (given.flag('without-end')) return { expires_at: null };
  const duration = given.text('for');
  if (duration === undefined) return {};
  const end = Math.ceil(Date.now() / 1000 + secondsOf('--for', duration)) * 1000;
  return { expires_at: formatInstant(instant(end)) };
}

const membersList = defineCommand({
  name: 'members list',
  summary: 'List the members of a room with their roles.',
  details: 'Access "none": the member lacks the clearance to see anything in the room.',
  operands: [ROOM_OPERAND],
  options: LIST_OPTIONS,
  examples: [['members Falcon', 'one line for each member']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const members = await session.client.members.list(id, { per_page: 100 }, { signal: session.signal }).all();
    const names = await namesOf(session, {
      users: showsNames(given, world) ? members.map(({ user_id: user }) => user) : [],
    });
    const columns: readonly Column<Member>[] = showsNames(given, world)
      ? [['email', ({ user_id: user }) => names.user(user)], ...MEMBER_COLUMNS.slice(1)]
      : MEMBER_COLUMNS;
    await printList(listOptionsOf(given, world), members, columns, 'There is no member.');
  },
});

const membersAdd = defineCommand({
  name: 'members add',
  summary: 'Add a member to a room, or change the role of one.',
  details: 'A member who is there stays in their groups.',
  operands: [ROOM_OPERAND, USER_OPERAND],
  options: {
    role: { value: 'ROLE', choices: ROOM_ROLES, text: 'viewer by default.' },
    group: INTO_GROUP_OPTION,
    ...END_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['members add Falcon ada@example.com', 'Ada may look and download'],
    ['members add Falcon ada@example.com --role contributor', 'and upload, delete and share'],
    ['members add Falcon ada@example.com --for 30d', 'for thirty days'],
    ['members add Falcon ada@example.com --group "Bidder A"', 'Ada sees the folders of that group from the start'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const role = ROOM_ROLES.find((one) => one === given.text('role')) ?? 'viewer';
    const user = await userIdOf(session, given.operand('USER'));
    const groups = await groupIdsNamed(session, id, given.texts('group'));
    const body = { user_id: user, role, ...groups, ...endGiven(given) };
    const member = await session.client.members.add(id, body, { signal: session.signal });
    const blind = member.effective_access === 'none' ? ' The clearance does not suffice to see anything yet.' : '';
    printDone(printOptionsOf(given, world), member, {
      word: user,
      sentence: `${given.operand('USER')} is ${role} of the room.${blind}`,
    });
  },
});

const membersInvite = defineCommand({
  name: 'members invite',
  summary: 'Invite a person to a room by e-mail address.',
  details: 'An unknown address becomes an external user, who sees only users whom they meet in a room.',
  operands: [ROOM_OPERAND, { name: 'EMAIL', text: 'The address.' }],
  options: {
    role: { value: 'ROLE', choices: ROOM_ROLES, text: 'viewer by default.' },
    group: INTO_GROUP_OPTION,
    message: { value: 'TEXT', text: 'Words of yours, which the mail quotes. At most 1 000 characters.' },
    ...END_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['members invite Falcon ben@bidder.example', 'Ben gets a mail that names you and the room'],
    ['members invite Falcon ben@bidder.example --message "As we said on Monday."', 'with a word from you'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const role = ROOM_ROLES.find((one) => one === given.text('role')) ?? 'viewer';
    const groups = await groupIdsNamed(session, id, given.texts('group'));
    const message = given.text('message');
    const body = { email: given.operand('EMAIL'), role, message, ...groups, ...endGiven(given) };
    const member = await session.client.members.invite(id, body, { signal: session.signal });
    const { email, status } = member.user;
    const sentence =
      status === 'invited'
        ? `${email} is invited as ${role}; the link is in a mail.`
        : `${email} is ${role} of the room, and gets a mail.`;
    const unsent = await unsentMailNotice(session, world.terminal);
    printDone(printOptionsOf(given, world), member, {
      word: member.user_id,
      sentence: `${sentence}${waitingMailNotice(member.mail_waits_until)}${unsent === '' ? '' : `${unsent}.`}`,
    });
  },
});

const membersRemove = defineCommand({
  name: 'members remove',
  summary: 'Remove a member from a room; their share links there end.',
  operands: [ROOM_OPERAND, USER_OPERAND],
  options: JSON_OPTION,
  examples: [['members remove Falcon ada@example.com', 'Ada sees nothing of it from now on']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const user = await userIdOf(session, given.operand('USER'));
    const removed = await session.client.members.remove(id, user, { signal: session.signal });
    printDone(printOptionsOf(given, world), removed, {
      word: user,
      sentence: `${given.operand('USER')} is not in the room any more.`,
    });
  },
});

export const MEMBER_COMMANDS = [membersList, membersAdd, membersInvite, membersRemove] as const;
