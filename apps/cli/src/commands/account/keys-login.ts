import { readConfig, writeConfig } from '../../account/config.ts';
import { isSameService } from '../../account/is-same-service.ts';
import { keysBySignIn } from '../../account/key-session.ts';
import { signedIn } from '../../account/session.ts';
import { defineCommand } from '../../command/command.ts';
import { howOf, JSON_OPTION } from '../../command/json-option.ts';
import { Problem } from '../../errors/problem.ts';
import { printDone } from '../../print/print.ts';

export const keysLogin = defineCommand({
  name: 'keys login',
  summary: 'Sign in again at the key service, with a browser of this machine.',
  details:
    'A sign-in there lasts an hour. The browser shows a key to compare with the one that is printed here. The service\nitself is not asked again: `strongroom login` has stored its token.',
  operands: [],
  options: JSON_OPTION,
  examples: [['keys login', 'prints the address to open']],
  run: async (given, world) => {
    const { client, url, signal } = await signedIn(world);
    const config = await readConfig(world.terminal);
    const { keys } = config;
    if (keys?.kind !== 'key-service' || keys.signIn !== true || !isSameService(url, config.url))
      throw new Problem('your keys come from no key service where people sign in: run `strongroom login`.');
    const me = await client.account.get({ signal });
    const at = { url: keys.url, key: keys.key };
    const choice = await keysBySignIn(world, { at, service: url, me, session: undefined, signal });
    await writeConfig(world, { ...config, keys: choice });
    const sentence = `Signed in at ${keys.url}.`;
    printDone(howOf(given, world), { url: keys.url, person: me.key_person }, { word: keys.url, sentence });
    return 0;
  },
});
