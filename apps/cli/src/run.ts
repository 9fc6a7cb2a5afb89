import type { Command, World } from './command.ts';
import { allCommands, commandsOf } from './commands.ts';
import { failureOf } from './failure.ts';
import { helpOf, overview } from './help.ts';
import { cleanJson, cleanLines } from './print/clean.ts';
import { UsageProblem } from './problem.ts';
import { version } from './version.ts';

const HELP = new Set(['--help', '-h']);

/** Runs the command that was typed and answers the exit code. With `--json` an error is told as JSON, too. */
export async function run(argv: readonly string[], world: World): Promise<number> {
  try {
    return await dispatched(argv, world);
  } catch (error) {
    const { code, sentence, exitCode } = failureOf(error);
    if (beforeDashes(argv).includes('--json'))
      world.terminal.err(`${cleanJson({ error: { code, message: sentence, exit_code: exitCode } })}\n`);
    else world.terminal.err(`strongroom: ${cleanLines(sentence)}\n`);
    return exitCode;
  }
}

async function dispatched(argv: readonly string[], world: World): Promise<number> {
  const [first, ...rest] = argv;
  if (first === undefined) {
    world.terminal.err(overview(await allCommands()));
    return 2;
  }
  if (first === '--version') {
    world.terminal.out(`${version()}\n`);
    return 0;
  }
  if (first === 'help' || HELP.has(first)) return help(rest, world);
  const words = untilOption(argv);
  const called = await named(words);
  // Behind `--` nothing is an option, not even this one.
  if (beforeDashes(argv).some((word) => HELP.has(word))) return help(words, world);
  if (called === undefined) throw await unknown(argv);
  const { command } = called;
  try {
    return await command.run(argv.slice(called.words), world);
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    throw new UsageProblem(`${error.message} See \`strongroom ${command.name} --help\`.`, { cause: error });
  }
}

/** Help for one command, for those that begin with a word, or for all. */
async function help(words: readonly string[], { terminal }: World): Promise<number> {
  const [first] = words;
  const called = await named(words);
  const family = await (first === undefined ? allCommands() : commandsOf(first));
  if (called === undefined && family.length === 0) throw await unknown(words);
  const isFamily = words.length === 1 && called?.command.name !== first;
  terminal.out(called && !isFamily ? helpOf(called.command) : overview(family));
  return 0;
}

/** The command that was meant: the longest that fits; of a family the list, where only the family is named. */
async function named(words: readonly string[]): Promise<Called | undefined> {
  const family = await commandsOf(words[0] ?? '');
  for (const name of [words.slice(0, 2).join(' '), words[0] ?? '']) {
    const command = family.find((known) => known.name === name);
    if (command !== undefined) return { command, words: name.split(' ').length };
  }
  const list = family.find((known) => known.name === `${words[0]} list`);
  return list === undefined ? undefined : { command: list, words: 1 };
}

/** A command, and how many words it was called with. */
type Called = Readonly<{ command: Command; words: number }>;

async function unknown(argv: readonly string[]): Promise<UsageProblem> {
  const [first = ''] = argv;
  if (first.startsWith('-'))
    return new UsageProblem(`there is no option ${first}; a command comes first. See \`strongroom --help\`.`);
  const family = (await commandsOf(first)).map(({ name }) => name);
  if (family.length > 0) return new UsageProblem(`say which one: ${family.join(', ')}.`);
  const all = (await allCommands()).map(({ name }) => name).join(', ');
  return new UsageProblem(`there is no command ${JSON.stringify(first)}. There are: ${all}.`);
}

function untilOption(argv: readonly string[]): readonly string[] {
  const option = argv.findIndex((word) => word.startsWith('-') && word !== '-');
  return option === -1 ? argv : argv.slice(0, option);
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const dashes = argv.indexOf('--');
  return dashes === -1 ? argv : argv.slice(0, dashes);
}
