import { type Argument, InvalidArgumentError, type Option } from 'commander';
import { EXIT } from '../errors/exit-codes.ts';
import { Problem, UsageProblem } from '../errors/problem.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { CliCommand, CompletedArgument, CompletedOption, type CompletionSource, type Example } from './cli-command.ts';

/** Everything that a command may use. */
export type World = Readonly<{ terminal: Terminal }>;

type Value = Readonly<{
  text: string;
  /** The only words that are accepted. */
  choices?: readonly string[];
  /** Source of the words that the shell offers. */
  completes?: CompletionSource;
  /** A repeatable option, or an operand that takes all remaining words. */
  isRepeated?: true;
}>;

/** An option, as `--name` or `--name <VALUE>`. */
export type OptionDefinition = Value & Readonly<{ value?: string }>;

type OperandDefinition<N extends string> = Value & Readonly<{ name: N; isOptional?: true }>;

/** The options and operands that were typed. */
export type TypedArguments<O extends string, P extends string> = Readonly<{
  flag: (name: O) => boolean;
  text: (name: O) => string | undefined;
  /** All values of a repeated option. */
  texts: (name: O) => readonly string[];
  operand: (name: P) => string;
  /** The value of an optional operand. */
  maybe: (name: P) => string | undefined;
  /** All words of a repeated operand. */
  operands: (name: P) => readonly string[];
}>;

type Definition<O extends string, P extends string> = Readonly<{
  /** One or two words. */
  name: string;
  /** One line, for the list of commands. */
  summary: string;
  details?: string;
  operands: readonly OperandDefinition<P>[];
  options: Readonly<Record<O, OptionDefinition>>;
  examples: readonly [Example, ...Example[]];
  /** Returns the exit code, nothing for 0. Throws Problem. */
  run: (given: TypedArguments<O, P>, world: World) => Promise<number | undefined>;
}>;

export type CommandWork = (world: World) => Promise<number>;

/** A command that can be added to a program. */
export type DefinedCommand = Readonly<{
  name: string;
  /** The program calls `choose` while parsing, if the user typed this command. */
  build: (choose: (work: CommandWork) => void) => CliCommand;
}>;

/** The compiler checks the names of options and operands: a misspelt name in `run` does not compile. */
export const defineCommand = <O extends string, P extends string>(definition: Definition<O, P>): DefinedCommand => ({
  name: definition.name,
  build: (choose) => {
    const { name, summary, details, operands, options, examples, run } = definition;
    const command = new CliCommand(name.split(' ').at(-1) ?? name, examples)
      .summary(summary)
      .description(details === undefined ? summary : `${summary}\n\n${reflowed(details)}`);
    for (const operand of operands) command.addArgument(argumentFrom(operand));
    for (const [option, described] of Object.entries<OptionDefinition>(options))
      command.addOption(optionFrom(option, described));
    return command.action(() => {
      const given = givenTo<O, P>(command);
      choose(async (world) => {
        try {
          return (await run(given, world)) ?? EXIT.done;
        } catch (error) {
          if (error instanceof UsageProblem) throw command.misused(error.message, error);
          if (error instanceof Problem && error.exitCode === EXIT.notFound) command.refuseMisspelt(error.message);
          throw error;
        }
      });
    });
  },
});

/** Help is wrapped to the terminal, so only an empty line stays: it begins a paragraph. */
const reflowed = (details: string): string => details.replaceAll(/(?<!\n)\n(?!\n)/gu, ' ');

function optionFrom(name: string, { text, value, choices, completes, isRepeated }: OptionDefinition): Option {
  const option = new CompletedOption(`--${name}${value ? ` <${value}>` : ''}`, text);
  option.completes = completes;
  if (choices !== undefined) option.choices(choices);
  return value === undefined ? option : option.argParser(checked(choices, isRepeated));
}

function argumentFrom({ name, text, choices, completes, isOptional, isRepeated }: OperandDefinition<string>): Argument {
  const shown = `${name}${isRepeated ? '...' : ''}`;
  const argument = new CompletedArgument(isOptional ? `[${shown}]` : `<${shown}>`, text);
  argument.completes = completes;
  if (choices !== undefined) argument.choices(choices);
  return argument.argParser(checked(choices, isRepeated));
}

/** An empty word usually comes from an unset shell variable. It must not mean "everything", or a default. */
const checked =
  (choices: readonly string[] | undefined, isRepeated: true | undefined) =>
  (value: string, previous: unknown): unknown => {
    if (value === '') throw new InvalidArgumentError('It is empty.');
    if (choices !== undefined && !choices.includes(value))
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
    return isRepeated ? [...textsOf(previous), value] : value;
  };

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function givenTo<O extends string, P extends string>(command: CliCommand): TypedArguments<O, P> {
  const option = (name: O): unknown =>
    command.getOptionValue(command.options.find(({ long }) => long === `--${name}`)?.attributeName() ?? name);
  const operand = (name: P): unknown =>
    command.processedArgs[command.registeredArguments.findIndex((known) => known.name() === name)];
  return {
    flag: (name) => option(name) === true,
    text: (name) => textOf(option(name)),
    texts: (name) => textsOf(option(name)),
    operand: (name) => textOf(operand(name)) ?? '',
    maybe: (name) => textOf(operand(name)),
    operands: (name) => textsOf(operand(name)),
  };
}
