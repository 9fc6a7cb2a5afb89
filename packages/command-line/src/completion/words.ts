import type { Option } from 'commander';
import { type CliCommand, CompletedArgument, CompletedOption } from '../command/cli-command.ts';

/** The words accepted at one position of a command line; `isAsked`: also words that the service says. */
export type CompletedPosition = Readonly<{ words: readonly string[]; isFile: boolean; isAsked: boolean }>;

type Word = readonly [word: string, does: string];

/** The program, as completion scripts need it. */
export type CompletionTable = Readonly<{
  /** The name of the program. */
  program: string;
  /** The possible first words, with their descriptions. */
  first: readonly Word[];
  /** Command families, with their second words. */
  families: readonly (readonly [family: string, words: readonly Word[], hasDefault: boolean])[];
  commands: readonly CompletedCommand[];
}>;

export type CompletedCommand = Readonly<{
  path: string;
  options: readonly Option[];
  /** `filesFrom`: the first place of a word that is a path on this machine, if the command has no options before it. */
  operands: CompletedPosition & Readonly<{ filesFrom: number }>;
}>;

export function tableOf(program: CliCommand): CompletionTable {
  const help = program.createHelp();
  const wordOf = (command: Readonly<{ name: () => string; summary: () => string }>): Word => [
    command.name(),
    command.summary(),
  ];
  return {
    program: program.name(),
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
    commands: program.runnable.map((command) => {
      const operands = command.registeredArguments;
      const completed = operands.map((operand) =>
        operand instanceof CompletedArgument ? operand.completes : undefined,
      );
      return {
        path: command.path,
        options: help.visibleOptions(command),
        operands: {
          words: operands.flatMap(({ argChoices = [] }) => argChoices),
          isFile: completed.includes('files'),
          isAsked: completed.some(isAsked),
          filesFrom: command.path.split(' ').length + 1 + completed.indexOf('files'),
        },
      };
    }),
  };
}

const isAsked = (completes: CompletedArgument['completes']): boolean =>
  completes !== undefined && completes !== 'files';

export function valuesOf(option: Option): CompletedPosition {
  const completes = option instanceof CompletedOption ? option.completes : undefined;
  return { words: option.argChoices ?? [], isFile: completes === 'files', isAsked: isAsked(completes) };
}

/** The name of a shell function for the program. */
export const completionFunctionOf = (program: string): string => `_${program.replaceAll('-', '_')}`;
