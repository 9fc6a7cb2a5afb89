import { defineCommand, JSON_OPTION, Problem, printDone, printOptionsOf } from '@strongroom/command-line';
import { readConfig, writeConfig } from '../../account/config.ts';
import { isSameService } from '../../account/is-same-service.ts';
import { hasNoDeviceCode, keysBySignIn, NO_DEVICE_CODE } from '../../account/key-session.ts';
import { signedIn } from '../../account/session.ts';

export const keysLogin = defineCommand({
  name: 'keys login',
  summary: 'Sign in again at the key service, with a browser.',
  details:
    'A sign-in there lasts an hour. The browser shows a key to compare with the one that is printed here. The service\nitself is not asked again: `strongroom login` has stored its token.',
  operands: [],
  options: {
    acr: {
      value: 'VALUE',
      text: 'Ask the identity provider for a stronger sign-in, as a refusal of the key service names it.',
    },
    'device-code': { text: 'Sign in with a browser of any machine, where you type a code.' },
    ...JSON_OPTION,
  },
  examples: [
    ['keys login', 'prints the address to open'],
    ['keys login --acr urn:example:mfa', 'for files that ask for it'],
    ['keys login --device-code', 'over SSH, or without a browser'],
  ],
  run: async (given, world) => {
    const { client, url, signal } = await signedIn(world);
    const config = await readConfig(world.terminal);
    const { keys } = config;
    if (keys?.kind !== 'key-service' || keys.signIn !== true || !isSameService(url, config.url))
      throw new Problem('your keys come from no key service where people sign in: run `strongroom login`.');
    const me = await client.account.get({ signal });
    const at = { url: keys.url, key: keys.key };
    const isElsewhere = given.flag('device-code');
    const signing = { at, service: url, me, session: undefined, isElsewhere, acrValues: given.text('acr'), signal };
    const choice = await keysBySignIn(world, signing).catch((error: unknown) => {
      throw hasNoDeviceCode(error) ? new Problem(`${NO_DEVICE_CODE(at.url)}.`, { cause: error }) : error;
    });
    await writeConfig(world, { ...config, keys: choice });
    const sentence = `Signed in at ${keys.url}.`;
    printDone(printOptionsOf(given, world), { url: keys.url, person: me.key_person }, { word: keys.url, sentence });
  },
});
