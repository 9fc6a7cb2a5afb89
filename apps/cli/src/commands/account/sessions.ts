import { defineCommand, JSON_OPTION, printDone, printList, printOptionsOf } from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { SESSION_COLUMNS } from './session-columns.ts';

const sessionsList = defineCommand({
  name: 'sessions list',
  summary: 'List your sessions, newest first.',
  operands: [],
  options: JSON_OPTION,
  examples: [['sessions', 'one line for each session']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const sessions = await client.account.sessions({ per_page: 100 }, { signal }).all();
    await printList(
      printOptionsOf(given, world),
      sessions,
      [...SESSION_COLUMNS, ['current', ({ current }) => (current ? 'yes' : '')]],
      'You have no session.',
    );
  },
});

const sessionsEnd = defineCommand({
  name: 'sessions end',
  summary: 'End one of your sessions, or all others.',
  operands: [{ name: 'SESSION', text: 'The id of the session; `others` for all but the one you use.' }],
  options: JSON_OPTION,
  examples: [
    ['sessions end others', 'signs you out everywhere else'],
    ['sessions end 4f1c9f6e-2c1b-4a53-9a43-0d1f6f1f2a11', 'signs you out there'],
  ],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const which = given.operand('SESSION');
    if (which === 'others') {
      const done = await client.account.endOtherSessions({ signal });
      printDone(printOptionsOf(given, world), done, {
        word: String(done.ended),
        sentence: `Ended ${done.ended} sessions.`,
      });
      return 0;
    }
    const done = await client.account.endOneSession(which, { signal });
    printDone(printOptionsOf(given, world), done, { word: done.id, sentence: `Ended the session ${done.id}.` });
    return 0;
  },
});

export const SESSION_COMMANDS = [sessionsList, sessionsEnd] as const;
