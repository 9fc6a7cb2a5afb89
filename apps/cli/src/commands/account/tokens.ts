import type { Token } from '@strongroom/client';
import {
  type Column,
  cleanJson,
  cleanLine,
  DURATIONS,
  defineCommand,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  Problem,
  printDone,
  printList,
  printOptionsOf,
  secondsOf,
} from '@strongroom/command-line';
import { SCOPES, type Scope } from '@strongroom/domain';
import { signedIn } from '../../account/session.ts';
import { isId, matchingName, theOne } from '../../naming/one.ts';
import { userIdOf } from '../../naming/people.ts';

const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);

const COLUMNS: readonly Column<Token>[] = [
  ['id', ({ id }) => id, 'id'],
  ['name', ({ name }) => name],
  ['prefix', ({ prefix }) => prefix],
  ['scopes', ({ scopes }) => scopes?.join(' ') ?? 'all'],
  ['expires', ({ expires_at: at }) => at ?? 'never', 'moment'],
  ['last used', ({ last_used_at: at }) => at ?? 'never', 'moment'],
];

const tokensList = defineCommand({
  name: 'tokens list',
  summary: 'List your API tokens, or those of another user.',
  operands: [],
  options: { user: { value: 'USER', text: 'List the tokens of this user, as an administrator.' }, ...LIST_OPTIONS },
  examples: [['tokens', 'names, scopes, and when each was last used']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const user = given.text('user');
    const tokens = await (user === undefined
      ? client.tokens.list({ per_page: 100 }, { signal })
      : client.users.tokens(await userIdOf(session, user), { per_page: 100 }, { signal })
    ).all();
    await printList(listOptionsOf(given, world), tokens, COLUMNS, 'There is no token.');
  },
});

const tokensCreate = defineCommand({
  name: 'tokens create',
  summary: 'Create an API token and print it. It is not shown again.',
  operands: [{ name: 'NAME', text: 'A description of its purpose.' }],
  options: {
    scope: {
      value: 'SCOPE',
      isRepeated: true,
      choices: Object.keys(SCOPES),
      text: 'A scope of the new token; repeatable. By default all scopes of the present token.',
    },
    'expires-in': { value: 'TIME', text: `How long it works, ${DURATIONS}; 90d by default.` },
    ...JSON_OPTION,
  },
  examples: [
    ['tokens create "nightly export" --scope read:audit --expires-in 30d > token', 'for a script'],
    ['tokens create directory --scope scim --expires-in 365d > token', 'for Entra ID, Okta and others'],
    ['tokens create laptop', 'with all your rights'],
  ],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const scopes = given.texts('scope').filter(isScope);
    const expiry = given.text('expires-in');
    const made = await client.tokens.create(
      {
        name: given.operand('NAME'),
        scopes: scopes.length === 0 ? undefined : scopes,
        expires_in: expiry === undefined ? undefined : secondsOf('--expires-in', expiry),
      },
      { signal },
    );
    if (made.token === null)
      throw new Problem(
        `the answer with the token was lost on the way: revoke it (\`strongroom tokens revoke ${made.id}\`), and make another.`,
      );
    const { terminal } = world;
    terminal.out(given.flag('json') ? `${cleanJson(made, 2)}\n` : `${cleanLine(made.token)}\n`);
    if (terminal.isTerminal)
      terminal.err(
        `${cleanLine(`Token ${made.id}, until ${made.expires_at ?? 'it is revoked'}; it is not shown again.`)}\n`,
      );
  },
});

const tokensRevoke = defineCommand({
  name: 'tokens revoke',
  summary: 'Revoke an API token; it fails from the next request on.',
  operands: [{ name: 'TOKEN', text: 'The id of the token, or its name if unique among yours. Never the secret.' }],
  options: JSON_OPTION,
  examples: [['tokens revoke laptop', 'its holder is signed out at once']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const text = given.operand('TOKEN');
    const id = isId(text)
      ? text
      : theOne(
          matchingName(await client.tokens.list({ per_page: 100 }, { signal }).all(), text, ({ name }) => name),
          { kind: 'token', text, describe: (token) => `${token.id}  ${token.prefix}  made ${token.created_at}` },
        ).id;
    const revoked = await client.tokens.revoke(id, { signal });
    printDone(printOptionsOf(given, world), revoked, { word: id, sentence: `Revoked ${id}.` });
  },
});

export const TOKEN_COMMANDS = [tokensList, tokensCreate, tokensRevoke] as const;
