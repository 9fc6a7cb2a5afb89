import { Strongroom } from '@strongroom/client';
import {
  defineCommand,
  JSON_OPTION,
  printDone,
  printOptionsOf,
  UsageProblem,
  type World,
} from '@strongroom/command-line';
import { type Config, readConfig, writeConfig } from '../../account/config.ts';
import { isSameService } from '../../account/is-same-service.ts';
import { chosenKeys, KEY_OPTIONS, type KeyChoice } from '../../account/key-choice.ts';
import { keysFor } from '../../account/keys-for.ts';
import { reportKeyChoice } from '../../account/offered-keys.ts';
import { sayingOnce } from '../../account/session.ts';
import { signInBy } from '../../account/sign-in.ts';

export const login = defineCommand({
  name: 'login',
  summary: 'Sign in to a service and store the token.',
  details:
    'Asks how to sign in, of what the service offers. Secrets are asked for and not shown, or read from standard input;\nthey are never arguments. Signing in with a browser, a device code or a password makes a token. It is tried before it\nis stored, in a file that only you can read. Where keys are unwrapped is remembered, too: with\nthe key service that the service names, unless an option says otherwise. A code of a second factor is asked for after\nthe password, or read from the line after it; passkeys take --device-code.',
  operands: [
    { name: 'URL', isOptional: true, text: 'Address of the service. Default: STRONGROOM_URL, or the last one.' },
  ],
  options: {
    ...KEY_OPTIONS,
    email: { value: 'EMAIL', text: 'Sign in with this address and a password, which is asked for.' },
    browser: { text: 'Sign in with a browser of this machine, by the identity provider of the service.' },
    'device-code': { text: 'Sign in with a browser of any machine, where you type a code.' },
    insecure: { text: 'Send the token over plain HTTP to another machine. Anyone on the network path can read it.' },
    ...JSON_OPTION,
  },
  examples: [
    ['login rooms.example.com', 'asks how to sign in'],
    ['login rooms.example.com --email ada@example.com', 'asks for the password'],
    ['login rooms.example.com --browser', 'by the account of your organisation'],
    ['login rooms.example.com --device-code', 'over SSH, or without a browser'],
    ['login http://127.0.0.1:8080 --data-dir data < data/owner.token', 'signs in as the first owner of a service here'],
    ["login --unwrap-command 'vault-unwrap {kms_key_id}' < token", 'has keys unwrapped by a program of yours'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    // A damaged settings file, or one that others can read, is replaced.
    const old: Config = await readConfig(terminal).catch(() => ({}));
    const url = withScheme(await addressFrom(given.maybe('URL') ?? terminal.variable('STRONGROOM_URL'), old, world));
    const chosen = chosenKeys(given) ?? (isSameService(url, old.url) ? ownKeys(old.keys) : undefined);
    const insecure = given.flag('insecure');
    checkAddress(url, insecure);
    const signal = terminal.interruption();
    const asked = {
      browser: given.flag('browser'),
      deviceCode: given.flag('device-code'),
      email: given.text('email'),
    };
    const signedIn = await signInBy(asked, { url, insecure, terminal, signal });
    const { token } = signedIn;
    const client = new Strongroom({ url, token, insecure, onWait: sayingOnce(world, url) });
    const me = await client.account.get({ signal });
    const config = { url, token, ...(insecure ? { insecure } : {}) };
    // Before the sign-in at the key service: an interruption of that must not lose this one.
    await writeConfig(world, { ...config, ...(chosen ? { keys: chosen } : {}) });
    const offered = chosen === undefined ? await keysFor(world, { client, url, me, signal }, signedIn) : undefined;
    await signedIn.session?.account.endSession();
    if (offered !== undefined && 'choice' in offered) await writeConfig(world, { ...config, keys: offered.choice });
    printDone(printOptionsOf(given, world), me, {
      word: me.id,
      sentence: `Signed in to ${url} as ${me.name || me.email} (${me.role}).${reportKeyChoice(offered, terminal)}`,
    });
  },
});

/** A choice of the user stays. That of an earlier sign-in is made again: the key service may be another one by now. */
const ownKeys = (keys: KeyChoice | undefined): KeyChoice | undefined =>
  keys?.kind === 'key-service' ? undefined : keys;

const OF_THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/iu;

/** An address without a scheme means https, or http for an address of this machine. */
function withScheme(address: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(address)) return address;
  return `${OF_THIS_MACHINE.test(address) ? 'http' : 'https'}://${address}`;
}

/** Before a secret is asked for: an address that is refused anyway must not cost one. */
function checkAddress(url: string, insecure: boolean): unknown {
  return new Strongroom({ url, insecure, token: '' });
}

async function addressFrom(named: string | undefined, old: Config, { terminal }: World): Promise<string> {
  if (named !== undefined) return named;
  if (!terminal.inputIsTerminal) {
    if (old.url !== undefined) return old.url;
    throw new UsageProblem('URL is missing: the address of the service.');
  }
  const usual = old.url ?? 'http://127.0.0.1:8080';
  return (await terminal.ask(`Address of the service [${usual}]: `, false)).trim() || usual;
}
