import type { Command, Option } from '../../apps/cli/src/command.ts';
import { allCommands } from '../../apps/cli/src/commands.ts';
import { EXIT, EXIT_MEANINGS } from '../../apps/cli/src/exit-codes.ts';
import { code, PRINTED, page, table } from './markdown.ts';

const COMMANDS = await allCommands();

const VARIABLES: readonly (readonly [name: string, meaning: string])[] = [
  ['STRONGROOM_URL', 'The service to speak to, before what `login` has stored.'],
  ['STRONGROOM_TOKEN', 'The token to speak with, before what `login` has stored.'],
  [
    'STRONGROOM_CONFIG',
    'The file of what `login` stores; by default `strongroom/config.json` below `XDG_CONFIG_HOME`, else `~/.config`. Mode 0600, or it is refused.',
  ],
  ['XDG_STATE_HOME', 'Where `strongroom/` with the journal of transfers is; by default `~/.local/state`.'],
  [
    'STRONGROOM_DATA_DIR',
    'The data folder of an embedded service here: keys are unwrapped with its keyring where nothing else is chosen.',
  ],
  ['NO_COLOR', 'No colours on a terminal either.'],
];

const explained = ({ text, choices }: Pick<Option, 'text' | 'choices'>): string =>
  choices === undefined ? text : `${text} One of ${choices.map(code).join(' ')}.`;

function described(command: Command): readonly string[] {
  const operands = command.operands.map((operand) => [code(operand.name), explained(operand)]);
  const options = Object.entries(command.options).map(([name, option]) => [
    code(`--${name}${option.value === undefined ? '' : ` ${option.value}`}`),
    explained(option) + (option.isRepeated ? ' May be given several times.' : ''),
  ]);
  return [
    `### ${command.name}`,
    command.summary + (command.details === undefined ? '' : ` ${command.details.replaceAll('\n', ' ')}`),
    `\`\`\`text\nstrongroom ${command.usage}\n\`\`\``,
    ...(operands.length + options.length > 0 ? [table(['', ''], [...operands, ...options])] : []),
    table(
      ['Example', ''],
      command.examples.map(([typed, does]) => [code(`strongroom ${typed}`), does]),
    ),
  ];
}

/** Every command of `strongroom`, from its own table. */
export function cli(): string {
  const codes = Object.entries(EXIT_MEANINGS).map(([name, meaning]) => {
    const found = Object.entries(EXIT).find(([known]) => known === name);
    return [String(found?.[1]), meaning];
  });
  return page(
    '# The command line',
    PRINTED,
    '`strongroom COMMAND --help` prints the same text. `list` is the default of a family: `strongroom rooms` is `strongroom rooms list`. Arguments after `--` are never options.',
    'With `--json` a command prints one JSON document on standard output (`audit export`: one document per line), and an error is `{"error": {"code", "message", "exit_code"}}` on standard error. If standard output is not a terminal, lists are tab-separated without titles, and a command that makes something prints its id. Progress bars and summaries appear only if standard error is a terminal.',
    'Secrets (tokens, passwords, links with their key) are asked for without being shown, or read from standard input. They are never needed on a command line. In names and messages from other people, control characters are shown as `\\u{…}`.',
    '## Exit codes',
    table(['Code', 'Means'], codes),
    'If all files that fail have the same reason, the exit code is the one of that reason.',
    '## Environment',
    table(
      ['Variable', 'Meaning'],
      VARIABLES.map(([name, meaning]) => [code(name), meaning]),
    ),
    'A service started from the same shell ignores `STRONGROOM_URL`, `STRONGROOM_TOKEN` and `STRONGROOM_CONFIG`. It refuses any other `STRONGROOM_` variable that is not one of its [settings](settings.md).',
    '## Commands',
    ...COMMANDS.flatMap(described),
  );
}
