import { confirmByWord, defineCommand, JSON_OPTION, printDone, printOptionsOf } from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { userIdOf } from '../../naming/people.ts';
import { USER_OPERAND } from '../rooms/operand.ts';

export const usersErase = defineCommand({
  name: 'users erase',
  summary: 'Erase a user for good: their name, address and credentials go; the id stays.',
  details:
    'As `deactivate`, but nothing undoes it. Their address may be invited again, as a new user. On a terminal you are asked for the\naddress again.',
  operands: [USER_OPERAND],
  options: { yes: { text: 'Do not ask. Required without a terminal.' }, ...JSON_OPTION },
  examples: [
    ['users erase ada@example.com', 'asks first'],
    ['users erase ada@example.com --yes --json', 'for a script'],
  ],
  run: async (given, world) => {
    const { client, signal, ...session } = await signedIn(world);
    const id = await userIdOf({ client, signal, ...session }, given.operand('USER'));
    if (!given.flag('yes')) {
      const { email = id } = await client.users.get(id, { signal });
      await confirmByWord(world.terminal, `erase ${email}`, email);
    }
    const user = await client.users.erase(id, { signal });
    printDone(printOptionsOf(given, world), user, { word: id, sentence: `The user ${id} is erased.` });
  },
});
