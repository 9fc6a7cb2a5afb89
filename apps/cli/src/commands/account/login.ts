import { Strongroom } from '@strongroom/client';
import { type Config, readConfig, writeConfig } from '../../account/config.ts';
import { isSameService } from '../../account/is-same-service.ts';
import { chosenKeys, KEY_OPTIONS, type KeyChoice } from '../../account/key-choice.ts';
import { fingerprint, type OfferedKeys, offeredKeys } from '../../account/offered-keys.ts';
import { secretFrom } from '../../account/secret-from.ts';
import { defineCommand, type World } from '../../command/command.ts';
import { howOf, JSON_OPTION } from '../../command/json-option.ts';
import { UsageProblem } from '../../errors/problem.ts';
import { printDone } from '../../print/print.ts';

export const login = defineCommand({
  name: 'login',
  summary: 'Sign in to a service and store the token.',
  details:
    'The token is asked for and not shown, or read from standard input; it is never an argument. It is tried before it\nis stored, in a file that only you can read. Where keys are unwrapped is remembered, too: with\nthe key service that the service names, unless an option says otherwise.',
  operands: [
    { name: 'URL', isOptional: true, text: 'Address of the service. Default: STRONGROOM_URL, or the last one.' },
  ],
  options: {
    ...KEY_OPTIONS,
    insecure: { text: 'Send the token over plain HTTP to another machine. Anyone on the network path can read it.' },
    ...JSON_OPTION,
  },
  examples: [
    ['login rooms.example.com', 'asks for the token'],
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
    const token = await secretFrom(terminal, 'Token: ', 'token');
    const client = new Strongroom({ url, token, insecure });
    const signal = terminal.interruption();
    const me = await client.account.get({ signal });
    const offered = chosen === undefined ? await offeredKeys(client, signal) : undefined;
    const keys = chosen ?? (offered !== undefined && 'choice' in offered ? offered.choice : undefined);
    await writeConfig(world, { url, token, ...(insecure ? { insecure } : {}), ...(keys ? { keys } : {}) });
    printDone(howOf(given, world), me, {
      word: me.id,
      sentence: `Signed in to ${url} as ${me.name || me.email} (${me.role}).${aboutKeys(offered)}`,
    });
    return 0;
  },
});

/** A choice of the user stays. That of an earlier sign-in is made again: the key service may be another one by now. */
const ownKeys = (keys: KeyChoice | undefined): KeyChoice | undefined =>
  keys?.kind === 'key-service' ? undefined : keys;

function aboutKeys(offered: OfferedKeys | undefined): string {
  if (offered === undefined) return '';
  if ('reason' in offered) return ` No file can be opened yet: ${offered.reason}.`;
  const { choice } = offered;
  return choice.kind === 'key-service' ? ` Keys come from ${choice.url} (key ${fingerprint(choice.key)}).` : '';
}

/** An address without a scheme means https, or http where it is of this machine. */
function withScheme(address: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(address)) return address;
  return `${/^(localhost|127\.|\[::1\])/u.test(address) ? 'http' : 'https'}://${address}`;
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
