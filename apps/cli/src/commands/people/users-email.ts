import { Strongroom } from '@strongroom/client';
import { defineCommand, JSON_OPTION, Problem, printDone, printOptionsOf, UsageProblem } from '@strongroom/command-line';
import { readConfig } from '../../account/config.ts';
import { secretsFrom } from '../../account/secret-from.ts';
import { signedIn } from '../../account/session.ts';
import { userIdOf } from '../../naming/people.ts';
import { USER_OPERAND } from '../rooms/operand.ts';

const SECRET = /sri_[0-9A-Za-z]{49}/u;

export const usersEmail = defineCommand({
  name: 'users email',
  summary: 'Ask for another address of a user; both addresses confirm it.',
  details:
    'Each address gets a link that works for 72 hours. The present address withdraws the request. Your own address takes a session of\nthe last ten minutes, not an API token: change it on the page of your account.',
  operands: [USER_OPERAND, { name: 'ADDRESS', text: 'The new e-mail address.' }],
  options: {
    'waive-old': { text: 'Without the confirmation by the present address. For owners, about other users.' },
    ...JSON_OPTION,
  },
  examples: [
    ['users email ada@example.com ada.king@example.com', 'both addresses get a link'],
    ['users email ada@example.com ada.king@example.com --waive-old', 'where the old mailbox is gone'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const id = await userIdOf(session, given.operand('USER'));
    const change = { email: given.operand('ADDRESS'), ...(given.flag('waive-old') && { waive_old: true }) };
    const user = await session.client.users.edit(id, change, { signal: session.signal });
    const sentence =
      user.pending_email === undefined
        ? `${user.email} stays the address.`
        : `${user.email} becomes ${user.pending_email} when ${given.flag('waive-old') ? 'the new address confirms' : 'both addresses confirm'}.`;
    printDone(printOptionsOf(given, world), user, { word: id, sentence });
  },
});

export const usersConfirmEmail = defineCommand({
  name: 'users confirm-email',
  summary: 'Confirm a change of an address by the link in the mail.',
  details: 'Asks for the link or the token of the mail; without a terminal it reads a line from standard input.',
  operands: [],
  options: {
    url: { value: 'URL', text: 'Address of the service. Default: that of the last login.' },
    ...JSON_OPTION,
  },
  examples: [['users confirm-email', 'asks for the link of the mail']],
  run: async (given, world) => {
    const { terminal } = world;
    const [said = ''] = await secretsFrom(terminal, ['Link or token of the mail']);
    const token = SECRET.exec(said)?.[0];
    if (token === undefined) throw new Problem('this is not the token of the mail: copy the whole link.');
    const url = given.text('url') ?? terminal.variable('STRONGROOM_URL') ?? (await readConfig(terminal)).url;
    if (url === undefined) throw new UsageProblem('say with --url where the service is.');
    const { entrance } = new Strongroom({ url });
    const confirmed = await entrance.confirmEmail({ token }, { signal: terminal.interruption() });
    const sentence = confirmed.changed
      ? 'The address has changed.'
      : 'Confirmed. The address changes when the other one has confirmed too.';
    printDone(printOptionsOf(given, world), confirmed, { word: String(confirmed.changed), sentence });
  },
});
