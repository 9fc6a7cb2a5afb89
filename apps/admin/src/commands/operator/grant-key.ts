import { defineCommand } from '@strongroom/command-line';
import { makeGrantKey } from '../../container/owner.ts';

/** Keys of grants for the key service. Only prints: every platform stores the variable in its own way. */
export const grantKey = defineCommand({
  name: 'grant-key',
  summary: 'Print a key that signs grants for the key service, and how to change to it.',
  details:
    'STRONGROOM_GRANT_KEY is one list for all machines of the service. The first key signs, and all are published.\nSo a new key is added, deployed, put first, deployed, and the old one taken away: no grant is refused meanwhile.\nNothing is stored or changed.',
  operands: [],
  options: { make: { text: 'Only print a key, for the first start.' } },
  examples: [
    ['grant-key', 'prints a new key and the three deployments that change to it'],
    ['grant-key --make', 'prints a key for STRONGROOM_GRANT_KEY'],
  ],
  run: async (given, { terminal }) => {
    const made = await makeGrantKey();
    terminal.out(given.flag('make') ? `${made.key}\n` : stepsFor(made));
  },
});

const stepsFor = ({ key, thumbprint }: Readonly<{ key: string; thumbprint: string }>): string =>
  `The new key, whose thumbprint is ${thumbprint}:

  ${key}

OLD stands for the present value of STRONGROOM_GRANT_KEY. Do each step on every machine before the next one:

  1. STRONGROOM_GRANT_KEY=OLD,NEW   publishes the new key. Wait until \`strongroom-keys trust show\` lists it, which takes a minute.
  2. STRONGROOM_GRANT_KEY=NEW,OLD   signs with the new key. Wait three minutes, until the last grant of the old one has ended.
  3. STRONGROOM_GRANT_KEY=NEW       takes the old key away.

With the embedded default the list is the file keys/grant.key of the data folder, one key a line.
If a thief has the old key, go to step 3 at once, and run \`strongroom-keys trust accept ${thumbprint}\` and \`trust drop\` for the old one.
`;
