import type { Command } from './command.ts';

/** The commands, one line each. */
export const overview = (commands: readonly Command[]): string =>
  [
    'Usage: strongroom COMMAND [OPTIONS]',
    '',
    ...aligned(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options of every command: --help. Alone: --version.',
    '`strongroom COMMAND --help` tells more about one of them.',
    '',
  ].join('\n');

/** All about one command. */
export function helpOf(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { value, text, choices }]) => [`--${name}${value ? ` ${value}` : ''}`, text + among(choices)] as const,
  );
  return [
    `Usage: strongroom ${command.usage}`,
    '',
    command.summary,
    ...(command.details ? ['', command.details] : []),
    '',
    ...aligned([
      ...command.operands.map(({ name, text, choices }) => [name, text + among(choices)] as const),
      ...options,
    ]),
    '',
    'Examples:',
    ...command.examples.flatMap(([typed, does]) => [`  strongroom ${typed}`, `      ${does}`]),
    '',
  ].join('\n');
}

const among = (choices: readonly string[] | undefined): string =>
  choices === undefined ? '' : ` One of ${choices.join(', ')}.`;

function aligned(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
