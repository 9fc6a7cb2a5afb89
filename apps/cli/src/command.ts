import { parseArgs } from 'node:util';
import type { Embedded } from './embedded.ts';
import { UsageProblem } from './problem.ts';
import type { Terminal } from './terminal.ts';

/** All that a command may touch. */
export type World = Readonly<{ terminal: Terminal; embedded: Embedded }>;

/** What a shell can complete beside fixed words. */
type Completes = 'files';

/** An option of a command, as `--name` or `--name VALUE`. `value` is how help calls what follows it. */
export type Option = Readonly<{
  text: string;
  value?: string;
  /** The only words that may follow it. */
  choices?: readonly string[];
  /** May be given several times. */
  isRepeated?: true;
  completes?: Completes;
}>;

type Operand<N extends string = string> = Readonly<{
  name: N;
  text: string;
  /** Only behind those that must be there. */
  isOptional?: true;
  /** Takes all that follows; only the last one. */
  isRepeated?: true;
  choices?: readonly string[];
  completes?: Completes;
}>;

/** What was given on the command line. */
export type Given<O extends string, P extends string> = Readonly<{
  flag: (name: O) => boolean;
  text: (name: O) => string | undefined;
  /** All values of a repeated option. */
  texts: (name: O) => readonly string[];
  operand: (name: P) => string;
  /** Of an operand that may be left out. */
  maybe: (name: P) => string | undefined;
  /** All words of a repeated operand. */
  operands: (name: P) => readonly string[];
}>;

/** One command of the program. `run` answers the exit code and throws Problem. */
export type Command = Readonly<{
  /** One or two words. */
  name: string;
  usage: string;
  /** One line, for the list of commands. */
  summary: string;
  details?: string;
  operands: readonly Operand[];
  options: Readonly<Record<string, Option>>;
  /** What to type, without the program's name, and what it does. */
  examples: readonly (readonly [typed: string, does: string])[];
  run: (args: readonly string[], world: World) => Promise<number>;
}>;

type Definition<O extends string, P extends string> = Omit<Command, 'run' | 'usage' | 'operands' | 'options'> &
  Readonly<{
    operands: readonly Operand<P>[];
    options: Readonly<Record<O, Option>>;
    run: (given: Given<O, P>, world: World) => Promise<number>;
  }>;

/** Makes a command of its definition: what is not described cannot be asked for, and what is not asked for is refused. */
export const defineCommand = <O extends string, P extends string>(definition: Definition<O, P>): Command => ({
  ...definition,
  usage: usageOf(definition),
  run: (args, world) => definition.run(parsed(definition, args), world),
});

const usageOf = ({ name, operands, options }: Pick<Command, 'name' | 'operands' | 'options'>): string =>
  [
    name,
    ...Object.entries<Option>(options).map(
      ([option, { value, isRepeated }]) => `[--${option}${value ? ` ${value}` : ''}]${isRepeated ? '...' : ''}`,
    ),
    ...operands.map(({ name: word, isOptional, isRepeated }) => {
      const shown = `${word}${isRepeated ? '...' : ''}`;
      return isOptional ? `[${shown}]` : shown;
    }),
  ].join(' ');

function parsed<O extends string, P extends string>(
  { name, operands, options }: Pick<Definition<O, P>, 'name' | 'operands' | 'options'>,
  args: readonly string[],
): Given<O, P> {
  const { values, positionals } = understood(name, options, args);
  const missing = operands[positionals.length];
  if (missing && !missing.isOptional) throw new UsageProblem(`${missing.name} is missing: ${missing.text}`);
  const surplus = operands.at(-1)?.isRepeated ? undefined : positionals[operands.length];
  if (surplus !== undefined) throw new UsageProblem(`there is one word too many: ${JSON.stringify(surplus)}.`);
  // An unset variable of a script, as a rule; it must not stand for everything or for where somebody is.
  const empty = positionals.indexOf('');
  if (empty !== -1) throw new UsageProblem(`${(operands[empty] ?? operands.at(-1))?.name} needs a value.`);
  for (const [index, { name: word, choices }] of operands.entries()) refuseOther(word, positionals[index], choices);
  const place = (operand: P): number => operands.findIndex((known) => known.name === operand);
  return {
    flag: (option) => values[option] === true,
    text: (option) => {
      const value = values[option];
      return typeof value === 'string' ? value : undefined;
    },
    texts: (option) => {
      const value = values[option];
      return Array.isArray(value) ? value.map(String) : [];
    },
    operand: (operand) => positionals[place(operand)] ?? '',
    maybe: (operand) => positionals[place(operand)],
    operands: (operand) => positionals.slice(place(operand)),
  };
}

function understood(name: string, options: Readonly<Record<string, Option>>, args: readonly string[]) {
  const config = Object.fromEntries(
    Object.entries(options).map(([option, { value, isRepeated = false }]) => [
      option,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: isRepeated },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: config, allowPositionals: true });
    for (const [option, value] of Object.entries(values))
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one === '') throw new UsageProblem(`--${option} needs a value.`);
        refuseOther(`--${option}`, String(one), options[option]?.choices);
      }
    return { values, positionals };
  } catch (error) {
    if (isOfParsing(error)) throw new UsageProblem(told(name, error.message), { cause: error });
    throw error;
  }
}

function refuseOther(name: string, value: string | undefined, choices: readonly string[] | undefined): void {
  if (value !== undefined && choices !== undefined && !choices.includes(value))
    throw new UsageProblem(`${name} is one of ${choices.join(', ')}.`);
}

/** Told by its form and not by its class: under a test runner Node's errors are of another. */
const isOfParsing = (error: unknown): error is Error =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('ERR_PARSE_ARGS');

/** In our words: Node's go on with advice about quoting, which misleads more than it helps. */
function told(name: string, message: string): string {
  const unknown = /^Unknown option '([^']*)'/.exec(message)?.[1];
  if (unknown !== undefined) return `${name} has no option ${unknown}.`;
  const option = /^Option '([^' ]*)/.exec(message)?.[1] ?? 'an option';
  if (message.includes('does not take an argument')) return `${option} takes no value.`;
  return `${option} needs a value; one that begins with a dash is written ${option}=VALUE.`;
}
