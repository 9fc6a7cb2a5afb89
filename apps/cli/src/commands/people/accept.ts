import { hostname } from 'node:os';
import { Strongroom } from '@strongroom/client';
import { readConfig, writeConfig } from '../../account/config.ts';
import { chosenKeys, KEY_OPTIONS } from '../../account/key-choice.ts';
import { secretsFrom } from '../../account/secret-from.ts';
import { defineCommand } from '../../command.ts';
import { howOf, JSON_OPTION } from '../../command-options.ts';
import { printDone } from '../../print/print.ts';
import { Problem, UsageProblem } from '../../problem.ts';

const SECRET = /sri_[0-9A-Za-z]{49}/u;

export const accept = defineCommand({
  name: 'accept',
  summary: 'Accept an invitation and sign in.',
  details:
    'Asks for the link or the token of the mail, and for a password to sign in with on other machines; from standard input\nit reads a line each, the second may be empty or missing. Then it makes an API token and remembers it as `login` does.',
  operands: [{ name: 'NAME', text: 'Your name, as the others see it.' }],
  options: {
    url: { value: 'URL', text: 'Address of the service; where left out, that in the link, else the one signed in to.' },
    ...KEY_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['accept "Ada Lovelace"', 'asks for the link of the mail, and a password'],
    ['accept "Ada Lovelace" --url https://rooms.example.com < token', 'for a script'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const signal = terminal.interruption();
    const questions = ['Link or token of the mail: ', 'Password, 12 characters or more (empty for none): '];
    const [said = '', password = ''] = await secretsFrom(terminal, questions);
    const token = SECRET.exec(said)?.[0];
    if (token === undefined) throw new Problem('this is no token of an invitation: copy the whole link of the mail.');
    const old = await readConfig(terminal);
    const url = given.text('url') ?? terminal.variable('STRONGROOM_URL') ?? addressIn(said) ?? old.url;
    if (url === undefined) throw new UsageProblem('say with --url where the service is.');
    const keys = chosenKeys(given);
    const user = await new Strongroom({ url }).entrance.accept(
      { token, name: given.operand('NAME'), ...(password === '' ? {} : { password }) },
      { signal },
    );
    const session = new Strongroom({ url, token: user.session.token });
    const made = await session.tokens.create({ name: `strongroom on ${hostname()}`.slice(0, 100) }, { signal });
    if (made.token === null)
      throw new Problem('the answer with the token was lost: sign in on the page of the service.');
    await writeConfig(terminal, { url, token: made.token, ...(keys ? { keys } : {}) });
    const { session: _secret, ...shown } = user;
    printDone(howOf(given, world), shown, {
      word: user.id,
      sentence: `Welcome, ${user.name}. Signed in to ${url} as ${user.role}.`,
    });
    return 0;
  },
});

/** A mail's link is `{service}/activate#token=…`. */
function addressIn(said: string): string | undefined {
  if (!URL.canParse(said)) return undefined;
  const { origin, pathname } = new URL(said);
  return origin + pathname.replace(/\/activate\/?$/u, '');
}
