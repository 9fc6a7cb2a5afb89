import type { Command, World } from './command.ts';
import { COMMANDS } from './commands.ts';
import { helpOf, overview } from './help.ts';
import { Problem, UsageProblem } from './problem.ts';
import { version } from './version.ts';

const HELP = new Set(['--help', '-h']);

/** Runs the command that was typed and answers the exit code: 0 done, 1 not done, 2 not understood. */
export async function run(argv: readonly string[], world: World): Promise<number> {
  try {
    return await dispatched(argv, world);
  } catch (error) {
    world.terminal.err(`strongroom: ${sentenceOf(error)}\n`);
    return error instanceof Problem ? error.exitCode : 1;
  }
}

async function dispatched(argv: readonly string[], world: World): Promise<number> {
  const [first, ...rest] = argv;
  if (first === undefined) {
    world.terminal.err(overview(COMMANDS));
    return 2;
  }
  if (first === '--version') {
    world.terminal.out(`${version()}\n`);
    return 0;
  }
  if (first === 'help' || HELP.has(first)) return help(rest, world);
  const words = untilOption(argv);
  const command = named(words);
  // Behind `--` nothing is an option, not even this one.
  if (beforeDashes(argv).some((word) => HELP.has(word))) return help(command ? command.name.split(' ') : words, world);
  if (command === undefined) throw unknown(argv);
  try {
    return await command.run(argv.slice(command.name.split(' ').length), world);
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    throw new UsageProblem(`${error.message} See \`strongroom ${command.name} --help\`.`, { cause: error });
  }
}

/** Help for one command, for those that begin with a word, or for all. */
function help(words: readonly string[], { terminal }: World): number {
  const command = named(words);
  const family = words.length === 0 ? COMMANDS : COMMANDS.filter(({ name }) => name.startsWith(`${words[0]} `));
  if (command === undefined && family.length === 0) throw unknown(words);
  terminal.out(command ? helpOf(command) : overview(family));
  return 0;
}

const named = (words: readonly string[]): Command | undefined =>
  COMMANDS.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));

function unknown(argv: readonly string[]): UsageProblem {
  const [first = ''] = argv;
  if (first.startsWith('-'))
    return new UsageProblem(`there is no option ${first}; a command comes first. See \`strongroom --help\`.`);
  const family = COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  if (family.length > 0) return new UsageProblem(`say which one: ${family.join(', ')}.`);
  const all = COMMANDS.map(({ name }) => name).join(', ');
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

/** A defect shows where it is; what an operator can do something about is one sentence. */
function sentenceOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return `this should not have happened. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
