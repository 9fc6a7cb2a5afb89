import { Strongroom } from '@strongroom/client';
import { type Config, readConfig, writeConfig } from '../../account/config.ts';
import { isSameService } from '../../account/is-same-service.ts';
import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { secretFrom } from '../../account/secret-from.ts';
import { defineCommand, type World } from '../../command/command.ts';
import { howOf, JSON_OPTION } from '../../command/json-option.ts';
import { UsageProblem } from '../../errors/problem.ts';
import { printDone } from '../../print/print.ts';

export const login = defineCommand({
  name: 'login',
  summary: 'Sign in to a service and store the token.',
  details:
    'The token is asked for and not shown, or read from standard input; it is never an argument. It is tried before it\nis stored, in a file that only you can read. Where keys are unwrapped is remembered, too.',
  operands: [
    { name: 'URL', isOptional: true, text: 'Address of the service. Default: STRONGROOM_URL, or the last one.' },
  ],
  options: {
    ...KEY_OPTIONS,
    insecure: { text: 'Send the token over plain HTTP to another machine. Anyone on the network path can read it.' },
    ...JSON_OPTION,
  },
  examples: [
    ['login https://rooms.example.com', 'asks for the token'],
    ['login http://127.0.0.1:8080 --data-dir data < data/owner.token', 'signs in as the first owner of a service here'],
    ["login --unwrap-command 'vault-unwrap {kms_key_id}' < token", 'has keys unwrapped by a program of yours'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    // A damaged settings file, or one that others can read, is replaced.
    const old: Config = await readConfig(terminal).catch(() => ({}));
    const url = await addressFrom(given.maybe('URL') ?? terminal.variable('STRONGROOM_URL'), old, world);
    const keys = chosenKeys(given) ?? (isSameService(url, old.url) ? old.keys : undefined);
    const insecure = given.flag('insecure');
    const token = await secretFrom(terminal, 'Token: ', 'token');
    const client = new Strongroom({ url, token, insecure });
    const me = await client.account.get({ signal: terminal.interruption() });
    await writeConfig(world, { url, token, ...(insecure ? { insecure } : {}), ...(keys ? { keys } : {}) });
    printDone(howOf(given, world), me, {
      word: me.id,
      sentence: `Signed in to ${url} as ${me.name || me.email} (${me.role}).`,
    });
    return 0;
  },
});

async function addressFrom(named: string | undefined, old: Config, { terminal }: World): Promise<string> {
  if (named !== undefined) return named;
  if (!terminal.inputIsTerminal) {
    if (old.url !== undefined) return old.url;
    throw new UsageProblem('URL is missing: the address of the service.');
  }
  const usual = old.url ?? 'http://127.0.0.1:8080';
  return (await terminal.ask(`Address of the service [${usual}]: `, false)).trim() || usual;
}
