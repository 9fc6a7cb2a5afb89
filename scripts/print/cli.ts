import { type CliCommand, EXIT, EXIT_MEANINGS } from '@strongroom/command-line';
import { COMMAND_LINE_VARIABLES, ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import { wholeProgram as wholeAdminProgram } from '../../apps/admin/src/program/program.ts';
import { wholeProgram } from '../../apps/cli/src/program/program.ts';
import { code, PRINTED, page, table } from './markdown.ts';

const PROGRAM = await wholeProgram();
const ADMIN = await wholeAdminProgram();
const HELP = PROGRAM.createHelp();

/** An embedded service here has a keyring, with which commands unwrap. */
const DATA_DIR =
  'The data folder of an embedded service here: keys are unwrapped with its keyring where nothing else is chosen.';

type Described = Readonly<{ description: string; argChoices?: string[] }>;

const explained = ({ description, argChoices = [] }: Described): string =>
  argChoices.length === 0 ? description : `${description} One of ${argChoices.map(code).join(' ')}.`;

function described(command: CliCommand): readonly string[] {
  const rows = [
    ...command.registeredArguments.map((argument) => [code(argument.name()), explained(argument)]),
    ...command.options.map((option) => [code(option.flags), explained(option)]),
  ];
  return [
    `### ${command.path}`,
    command.description().replaceAll(/\s+/gu, ' '),
    `\`\`\`text\n${HELP.commandUsage(command)}\n\`\`\``,
    ...(rows.length > 0 ? [table(['', ''], rows)] : []),
    table(
      ['Example', ''],
      command.examples.map(([typed, does]) => [code(`${command.program} ${typed}`), does]),
    ),
  ];
}

const exitCodes = (): string => {
  const codes = Object.entries(EXIT_MEANINGS).map(([name, meaning]) => {
    const found = Object.entries(EXIT).find(([known]) => known === name);
    return [String(found?.[1]), meaning];
  });
  return table(['Code', 'Means'], codes);
};

/** Every command of `strongroom`, from the tree that parses them. */
export const cliPage = (): string =>
  page(
    '# The command line',
    PRINTED,
    'The program for members of rooms. Operators of a service have [`strongroom-admin`](admin.md): a command that is typed after the wrong name is answered with the right one. `strongroom COMMAND --help` prints the same text. `list` is the default of a family: `strongroom rooms` is `strongroom rooms list`. Arguments after `--` are never options.',
    'With `--json` a command prints one JSON document on standard output (`audit export`: one document per line), and an error is `{"error": {"code", "message", "exit_code"}}` on standard error. If standard output is not a terminal, lists are tab-separated without titles, and a command that makes something prints its id. Progress bars and summaries appear only if standard error is a terminal.',
    'Secrets (tokens, passwords, links with their key) are asked for without being shown, or read from standard input. They are never needed on a command line. In names and messages from other people, control characters are shown as `\\u{…}`.',
    '## Exit codes',
    exitCodes(),
    'If all files that fail have the same reason, the exit code is the one of that reason.',
    '## Environment',
    table(
      ['Variable', 'Meaning'],
      [...Object.values(COMMAND_LINE_VARIABLES), { name: ROOM_SERVICE_VARIABLES.dataDir.name, meaning: DATA_DIR }].map(
        ({ name, meaning }) => [code(name), meaning],
      ),
    ),
    'A service started from the same shell ignores `STRONGROOM_URL`, `STRONGROOM_TOKEN` and `STRONGROOM_CONFIG`. It refuses any other `STRONGROOM_` variable that is not one of its [settings](settings.md).',
    '## Commands',
    ...PROGRAM.runnable.flatMap(described),
  );

/** Every command of `strongroom-admin`. */
export const adminPage = (): string =>
  page(
    '# The command line for operators',
    PRINTED,
    'The program for those who operate a service. It opens the data folder, database, object store, tokens and audit log on the machine itself, with the [settings](settings.md) of the service from the environment, without a sign-in. Members of rooms use [`strongroom`](cli.md). `strongroom-admin COMMAND --help` prints the same text.',
    'With `--json` a command prints one JSON document on standard output, and an error is `{"error": {"code", "message", "exit_code"}}` on standard error.',
    '## Exit codes',
    exitCodes(),
    '## Commands',
    ...ADMIN.runnable.flatMap(described),
  );
