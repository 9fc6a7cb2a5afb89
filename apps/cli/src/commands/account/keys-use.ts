import {
  defineCommand,
  JSON_OPTION,
  Problem,
  printDone,
  printOptionsOf,
  UsageProblem,
  type World,
} from '@strongroom/command-line';
import { readConfig, writeConfig } from '../../account/config.ts';
import { isSameService } from '../../account/is-same-service.ts';
import { chosenKeys, describeKeyChoice, KEY_OPTIONS, type KeyChoice } from '../../account/key-choice.ts';
import { keysFor } from '../../account/keys-for.ts';
import { signedIn } from '../../account/session.ts';

export const keysUse = defineCommand({
  name: 'keys use',
  summary: 'Store how to unwrap keys.',
  details: 'The service returns wrapped keys and cannot unwrap them; unwrapping is your part.',
  operands: [],
  options: {
    'key-service': { text: 'Get keys from the key service of the service, as `login` chooses by itself.' },
    ...KEY_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['keys use --key-service', 'the key service of the service, after another choice'],
    ['keys use --data-dir /srv/room', 'the keyring of an embedded service on this machine'],
    ["keys use --unwrap-command 'hsm-tool decrypt --key {kms_key_id}'", 'any program that can do it'],
    [
      'keys use --unwrap-program "strongroom-admin keys unwrap --lines --data-dir /srv/room"',
      'one process for all keys',
    ],
    ['keys use --cloud-kms', 'Google Cloud KMS'],
  ],
  run: async (given, world) => {
    const chosen = chosenKeys(given);
    const isService = given.flag('key-service');
    if (isService === (chosen !== undefined))
      throw new UsageProblem('say one of --key-service, --data-dir, --unwrap-command, --unwrap-program, --cloud-kms.');
    const keys = chosen ?? (await keysOfService(world));
    await writeConfig(world, { ...(await readConfig(world.terminal)), keys });
    printDone(printOptionsOf(given, world), keys, {
      word: keys.kind,
      sentence: `Keys are unwrapped with ${describeKeyChoice(keys)}.`,
    });
  },
});

/** The key service of the stored sign-in. Throws Problem where it cannot be used. */
async function keysOfService(world: World): Promise<KeyChoice> {
  const { client, url, signal } = await signedIn(world);
  const { url: stored } = await readConfig(world.terminal);
  if (!isSameService(url, stored)) throw new Problem('STRONGROOM_URL names another service than the stored one.');
  const me = await client.account.get({ signal });
  const offered = await keysFor(world, { client, url, me, signal }, { session: undefined, isElsewhere: false });
  if ('choice' in offered) return offered.choice;
  throw new Problem(`${offered.reason}.`);
}
