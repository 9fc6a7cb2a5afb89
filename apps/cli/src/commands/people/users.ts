import type { Person, User, UserRoom } from '@strongroom/client';
import {
  type Column,
  defineCommand,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  printDone,
  printList,
  printOne,
  printOptionsOf,
} from '@strongroom/command-line';
import { ORG_ROLES } from '@strongroom/domain/roles';
import { type Session, signedIn } from '../../account/session.ts';
import { labelNamed } from '../../naming/labels.ts';
import { userIdOf } from '../../naming/people.ts';
import { USER_OPERAND } from '../rooms/operand.ts';
import { USER_SESSION_COMMANDS } from './user-sessions.ts';
import { usersConfirmEmail, usersEmail } from './users-email.ts';
import { usersErase } from './users-erase.ts';
import { usersUnlink } from './users-unlink.ts';

/** An external caller sees id and name of others. */
const COLUMNS: readonly Column<Person>[] = [
  ['id', ({ id }) => id, 'id'],
  ['email', ({ email }) => email],
  ['name', ({ name }) => name],
  ['role', ({ role }) => role],
  ['clearance', ({ effective_clearance: label, clearance_level: own }) => (own ? `${label} (set)` : label)],
  ['status', ({ status, external }) => (external ? `${status}, external` : status)],
];

const usersList = defineCommand({
  name: 'users list',
  summary: 'List the users of the organisation.',
  operands: [],
  options: { email: { value: 'ADDRESS', text: 'Only the user with this address.' }, ...LIST_OPTIONS },
  examples: [
    ['users', 'one line for each user'],
    ['users list --email ada@example.com', 'finds one'],
  ],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const users = await client.users.list({ email: given.text('email'), per_page: 100 }, { signal }).all();
    await printList(listOptionsOf(given, world), users, COLUMNS, 'There is no such user.');
  },
});

const usersShow = defineCommand({
  name: 'users show',
  summary: 'Show one user.',
  operands: [USER_OPERAND],
  options: JSON_OPTION,
  examples: [['users show ada@example.com', 'role, clearance, status']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const id = await userIdOf(session, given.operand('USER'));
    printOne(printOptionsOf(given, world), await session.client.users.get(id, { signal: session.signal }), COLUMNS);
  },
});

/** The groups are absent where the caller is not a member of the room. */
const ROOMS_OF_USER: readonly Column<UserRoom>[] = [
  ['id', ({ room_id: id }) => id, 'id'],
  ['name', ({ name }) => name],
  ['label', ({ classification }) => classification],
  ['role', ({ role }) => role],
  ['groups', ({ groups }) => groups?.map(({ name }) => name).join(', ')],
  ['access', ({ effective_access: access }) => access],
  ['since', ({ joined_at: at }) => at, 'moment'],
  ['until', ({ expires_at: at }) => at, 'moment'],
  ['status', ({ status }) => status],
];

const usersRooms = defineCommand({
  name: 'users rooms',
  summary: 'List the rooms that a user is a member of, as far as you see them; for overseers and department admins.',
  operands: [USER_OPERAND],
  options: LIST_OPTIONS,
  examples: [['users rooms ben@bidder.example', 'one line for each room, with the role and the groups in it']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const id = await userIdOf(session, given.operand('USER'));
    const rooms = await session.client.users.rooms(id, { per_page: 100 }, { signal: session.signal }).all();
    await printList(listOptionsOf(given, world), rooms, ROOMS_OF_USER, 'You see no room of this user.');
    return 0;
  },
});

const usersEdit = defineCommand({
  name: 'users edit',
  summary: 'Change your name, or whether a user belongs to another organisation.',
  operands: [USER_OPERAND],
  options: {
    name: { value: 'NAME', text: 'Your new name.' },
    external: { value: 'ANSWER', choices: ['yes', 'no'], text: 'Whether the user belongs to another organisation.' },
    ...JSON_OPTION,
  },
  examples: [
    ['users edit me --name "Ada King"', 'a new name'],
    ['users edit ben@bidder.example --external yes', 'sees only users whom they meet in a room'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const id = await userIdOf(session, given.operand('USER'));
    const answer = given.text('external');
    const change = { name: given.text('name'), external: answer === undefined ? undefined : answer === 'yes' };
    const user = await session.client.users.edit(id, change, { signal: session.signal });
    const of = user.external ? 'external' : 'of the organisation';
    printDone(printOptionsOf(given, world), user, { word: id, sentence: `${user.email} is ${user.name}, ${of}.` });
  },
});

const usersRole = defineCommand({
  name: 'users role',
  summary: 'Change the organisation role of a user.',
  operands: [USER_OPERAND, { name: 'ROLE', text: 'The role.', choices: ORG_ROLES }],
  options: JSON_OPTION,
  examples: [['users role ada@example.com auditor', 'Ada reads the audit log, and makes no rooms']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const id = await userIdOf(session, given.operand('USER'));
    const role = ORG_ROLES.find((one) => one === given.operand('ROLE')) ?? 'member';
    const user = await session.client.users.setRole(id, { role }, { signal: session.signal });
    printDone(printOptionsOf(given, world), user, { word: id, sentence: `${user.email} is ${user.role}.` });
  },
});

const usersClearance = defineCommand({
  name: 'users clearance',
  summary: 'Set a clearance override for a user, or return to the default of the role.',
  operands: [
    USER_OPERAND,
    {
      name: 'LABEL',
      completes: 'labels',
      text: 'The highest label the user may see; `role` for the default of the role.',
    },
  ],
  options: JSON_OPTION,
  examples: [
    ['users clearance ada@example.com C3', 'sees up to C3, from the next request on'],
    ['users clearance ada@example.com role', 'what the role gives'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const id = await userIdOf(session, given.operand('USER'));
    const label = given.operand('LABEL');
    const clearance_level = label === 'role' ? '' : await labelNamed(session, label);
    const user = await session.client.users.setClearance(id, { clearance_level }, { signal: session.signal });
    printDone(printOptionsOf(given, world), user, {
      word: id,
      sentence: `${user.email} sees up to ${user.effective_clearance}.`,
    });
  },
});

const usersUninvite = defineCommand({
  name: 'users uninvite',
  summary: 'Revoke the open invitation of a user: its link no longer works. One who never accepted is removed.',
  operands: [USER_OPERAND],
  options: JSON_OPTION,
  examples: [['users uninvite ada@example.com', 'the link in the mail is dead, and the address is free again']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const id = await userIdOf(session, given.operand('USER'));
    const user = await session.client.users.revokeInvitation(id, { signal: session.signal });
    printDone(printOptionsOf(given, world), user, {
      word: id,
      sentence: `The invitation of ${user.email} is revoked${user.status === 'invited' ? ', and they are removed' : ''}.`,
    });
  },
});

type Change = (session: Session, id: string) => Promise<User>;

const changing = (
  name: 'deactivate' | 'reactivate',
  texts: Readonly<{ summary: string; does: string }>,
  change: Change,
) =>
  defineCommand({
    name,
    summary: texts.summary,
    operands: [USER_OPERAND],
    options: JSON_OPTION,
    examples: [[`${name} ada@example.com`, texts.does]],
    run: async (given, world) => {
      const session = await signedIn(world);
      const user = await change(session, await userIdOf(session, given.operand('USER')));
      printDone(printOptionsOf(given, world), user, { word: user.id, sentence: `${user.email} is ${user.status}.` });
      return 0;
    },
  });

export const deactivate = changing(
  'deactivate',
  {
    summary: 'Deactivate a user: ends their tokens, sessions, share links and memberships.',
    does: 'fails from the next request on',
  },
  ({ client, signal }, id) => client.users.deactivate(id, { signal }),
);

export const reactivate = changing(
  'reactivate',
  { summary: 'Reactivate a user; former memberships, tokens and links stay ended.', does: 'can sign in again' },
  ({ client, signal }, id) => client.users.reactivate(id, { signal }),
);

export const USER_COMMANDS = [
  usersList,
  usersShow,
  usersRooms,
  usersEdit,
  usersRole,
  usersClearance,
  usersUninvite,
  usersUnlink,
  usersEmail,
  usersConfirmEmail,
  usersErase,
  ...USER_SESSION_COMMANDS,
] as const;
