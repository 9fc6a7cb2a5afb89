import { defineCommand, JSON_OPTION, printOne, printOptionsOf } from '@strongroom/command-line';
import { readConfig } from '../../account/config.ts';
import { describeKeyChoice } from '../../account/key-choice.ts';
import { signedIn } from '../../account/session.ts';

const NO_KEYS = 'none: `strongroom login` takes those of the key service, `strongroom keys use` others';

export const whoami = defineCommand({
  name: 'whoami',
  summary: 'Show the signed-in user, the service, and the scopes of the token.',
  operands: [],
  options: JSON_OPTION,
  examples: [['whoami', 'shows name, role, clearance, scopes and where keys are unwrapped']],
  run: async (given, world) => {
    const { client, url, signal } = await signedIn(world);
    const { keys } = await readConfig(world.terminal);
    const me = await client.account.get({ signal });
    printOne(printOptionsOf(given, world), { ...me, service: url, keys: keys ?? null }, [
      ['id', ({ id }) => id],
      ['name', ({ name }) => name],
      ['email', ({ email }) => email],
      ['role', ({ role }) => role],
      ['clearance', ({ effective_clearance: clearance }) => clearance],
      ['scopes', ({ scopes }) => scopes?.join(' ') ?? 'all'],
      ['service', ({ service }) => service],
      ['keys', () => (keys === undefined ? NO_KEYS : describeKeyChoice(keys))],
    ]);
  },
});
