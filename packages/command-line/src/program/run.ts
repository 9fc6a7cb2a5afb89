import { CommanderError } from 'commander';
import type { CommandWork, World } from '../command/command.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { UsageProblem } from '../errors/problem.ts';
import { cleanJson, cleanLines } from '../print/clean.ts';
import { isKnown, NO_WIRING, type ProgramDefinition, programFor } from './program.ts';

/** Runs the command that was typed and returns the exit code. With `--json`, errors are JSON too. */
export async function runProgram(
  definition: ProgramDefinition,
  argv: readonly string[],
  world: World,
): Promise<number> {
  const { complete } = definition;
  if (argv[0] === '__complete' && complete !== undefined) {
    const program = await programFor(definition, argv[1], NO_WIRING);
    world.terminal.out(await complete(argv.slice(1), world, program));
    return EXIT.done;
  }
  try {
    const work = await parsed(definition, argv, world);
    return await work(world);
  } catch (thrown) {
    const failureOf = await definition.failureOf();
    const error = isAbort(thrown) ? reasonOf(world, thrown) : thrown;
    const { code, sentence, exitCode } = failureOf(error);
    if (beforeDashes(argv).includes('--json'))
      world.terminal.err(`${cleanJson({ error: { code, message: sentence, exit_code: exitCode } })}\n`);
    else world.terminal.err(`${definition.name}: ${cleanLines(sentence)}\n`);
    return exitCode;
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Timers, questions and requests that a signal ends say only that they were aborted. */
function reasonOf({ terminal }: World, error: unknown): unknown {
  const signal = terminal.interruption();
  return signal.aborted ? signal.reason : error;
}

/** The action of the command that was typed. Prints the help if it was requested, or if there is nothing else to do. */
async function parsed(
  definition: ProgramDefinition,
  argv: readonly string[],
  { terminal }: World,
): Promise<CommandWork> {
  let chosen: CommandWork = async () => EXIT.done;
  const [first, ...rest] = argv;
  const asked = first === 'help' ? [...rest, '--help'] : [...argv];
  // A misspelt command is an error even with `--help`.
  const words = isKnown(definition, asked[0]) ? asked : asked.slice(0, 1);
  const program = await programFor(definition, words[0], {
    choose: (work) => {
      chosen = work;
    },
    output: {
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
    },
  });
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (error instanceof UsageProblem) await (await import('./sister.ts')).refuseRelatedCommand(definition, asked);
    if (!(error instanceof CommanderError)) throw error;
    const { exitCode } = error;
    return async () => (exitCode === 0 ? EXIT.done : EXIT.usage);
  }
  return chosen;
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const dashes = argv.indexOf('--');
  return dashes === -1 ? argv : argv.slice(0, dashes);
}
