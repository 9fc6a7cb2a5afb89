import { defineCommand, JSON_OPTION, Problem, printDone, printOptionsOf } from '@strongroom/command-line';
import { readConfig } from '../../account/config.ts';
import { inSession } from '../../account/enrol.ts';
import { secretFrom } from '../../account/secret-from.ts';
import { signedIn } from '../../account/session.ts';
import { userIdOf } from '../../naming/people.ts';
import { USER_OPERAND } from '../rooms/operand.ts';

export const usersUnlink = defineCommand({
  name: 'users unlink',
  summary: 'Unlink a user from the account of their organisation: it no longer signs in as them.',
  details:
    'Their sessions that began with it end; API tokens stay. For yourself it asks for your password, with which you sign in\nfrom then on. Another user without a password needs a new activation link.',
  operands: [USER_OPERAND],
  options: {
    keys: {
      text: 'Remove the link of another user to their person of the key service instead; they link themself again.',
    },
    'second-factor': { text: 'Remove the second factors of another user instead, who lost them; their sessions end.' },
    ...JSON_OPTION,
  },
  examples: [
    ['users unlink me', 'asks for your password'],
    ['users unlink ada@example.com', 'for owners and security officers'],
    ['users unlink ada@example.com --keys', 'before they are linked to another person of the key service'],
    ['users unlink ada@example.com --second-factor', 'their password alone signs in then'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, url, signal } = session;
    const id = await userIdOf(session, given.operand('USER'));
    const me = await client.account.get({ signal });
    if (given.flag('keys')) {
      const user = await client.users.unlinkKeyPerson(id, { signal });
      const sentence = `${user.email} is not linked to a person of the key service any more.`;
      printDone(printOptionsOf(given, world), user, { word: id, sentence });
      return 0;
    }
    if (given.flag('second-factor')) {
      const user = await client.users.resetSecondFactor(id, { signal });
      const sentence = `${user.email} has no second factor any more.`;
      printDone(printOptionsOf(given, world), user, { word: id, sentence });
      return 0;
    }
    if (id !== me.id) {
      const user = await client.users.unlinkIdentity(id, { signal });
      printDone(printOptionsOf(given, world), user, {
        word: id,
        sentence: `${user.email} is not linked to an account of the organisation any more.`,
      });
      return 0;
    }
    const { terminal } = world;
    const password = await secretFrom(terminal, `Password of ${me.email}: `, 'password');
    if (password === '')
      throw new Problem('your password is missing: without one you would have no other way to sign in.');
    const { insecure = false } = await readConfig(terminal);
    await inSession({ url, insecure, email: me.email, password, terminal, signal }, async (fresh) => {
      await fresh.account.unlinkIdentity({ signal });
    });
    printDone(printOptionsOf(given, world), me, {
      word: id,
      sentence: 'Unlinked. You sign in with your password from now on.',
    });
    return 0;
  },
});
