import type { Option } from 'commander';
import { type CliCommand, PathArgument, PathOption } from '../command/cli-command.ts';

/** The words accepted at one position of a command line. */
export type Completed = Readonly<{ words: readonly string[]; isFile: boolean }>;

type Word = readonly [word: string, does: string];

/** The program, as completion scripts need it. */
export type Table = Readonly<{
  /** The possible first words, with their descriptions. */
  first: readonly Word[];
  /** Command families, with their second words. */
  families: readonly (readonly [family: string, words: readonly Word[], hasDefault: boolean])[];
  commands: readonly Called[];
}>;

export type Called = Readonly<{ path: string; options: readonly Option[]; operands: Completed }>;

export function tableOf(program: CliCommand): Table {
  const help = program.createHelp();
  const wordOf = (command: Readonly<{ name: () => string; summary: () => string }>): Word => [
    command.name(),
    command.summary(),
  ];
  return {
    first: program.commands.map((command) =>
      command.summary() === ''
        ? [command.name(), `${command.commands.map((below) => below.name()).join(', ')}.`]
        : wordOf(command),
    ),
    families: program.commands
      .filter(({ commands }) => commands.length > 0)
      .map((family) => [
        family.name(),
        family.commands.map(wordOf),
        family.summary() === '' && family.commands.some((command) => command.name() === 'list'),
      ]),
    commands: program.runnable.map((command) => ({
      path: command.path,
      options: help.visibleOptions(command),
      operands: {
        words: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
        isFile: command.registeredArguments.some((argument) => argument instanceof PathArgument),
      },
    })),
  };
}

export const valuesOf = (option: Option): Completed => ({
  words: option.argChoices ?? [],
  isFile: option instanceof PathOption,
});
