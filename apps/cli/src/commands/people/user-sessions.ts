import { defineCommand, JSON_OPTION, printDone, printList, printOptionsOf } from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { userIdOf } from '../../naming/people.ts';
import { SESSION_COLUMNS } from '../account/session-columns.ts';
import { USER_OPERAND } from '../rooms/operand.ts';

const usersSessions = defineCommand({
  name: 'users sessions',
  summary: 'List where a user is signed in, newest first; for administrators.',
  operands: [USER_OPERAND],
  options: JSON_OPTION,
  examples: [['users sessions ada@example.com', 'one line for each session']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const id = await userIdOf(session, given.operand('USER'));
    const sessions = await session.client.users.sessions(id, { per_page: 100 }, { signal: session.signal }).all();
    await printList(printOptionsOf(given, world), sessions, SESSION_COLUMNS, 'The user has no session.');
  },
});

const usersSignOut = defineCommand({
  name: 'users sign-out',
  summary: 'End all sessions of a user, or one; their API tokens go on. For administrators.',
  operands: [USER_OPERAND],
  options: { session: { value: 'ID', text: 'Only this session.' }, ...JSON_OPTION },
  examples: [
    ['users sign-out ada@example.com', 'signed out everywhere'],
    ['users sign-out ada@example.com --session 4f1c9f6e-2c1b-4a53-9a43-0d1f6f1f2a11', 'signed out there'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { users } = session.client;
    const [id, only] = [await userIdOf(session, given.operand('USER')), given.text('session')];
    if (only !== undefined) {
      const done = await users.endSession(id, only, { signal: session.signal });
      printDone(printOptionsOf(given, world), done, { word: done.id, sentence: `Ended the session ${done.id}.` });
      return 0;
    }
    const done = await users.endSessions(id, { signal: session.signal });
    printDone(printOptionsOf(given, world), done, {
      word: String(done.ended),
      sentence: `Ended ${done.ended} sessions.`,
    });
    return 0;
  },
});

export const USER_SESSION_COMMANDS = [usersSessions, usersSignOut] as const;
