import { CommanderError } from 'commander';
import type { Work, World } from '../command/command.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { cleanJson, cleanLines } from '../print/clean.ts';
import { isKnown, programFor, UNWIRED } from './program.ts';

/** Runs the command that was typed and returns the exit code. With `--json`, errors are JSON too. */
export async function run(argv: readonly string[], world: World): Promise<number> {
  if (argv[0] === '__complete') {
    const { candidates } = await import('../completion/candidates.ts');
    world.terminal.out(await candidates(argv.slice(1), world, await programFor(argv[1], UNWIRED)));
    return EXIT.done;
  }
  try {
    const work = await parsed(argv, world);
    return await work(world);
  } catch (error) {
    // Loaded with the client library, which a command without a call does not need.
    const { failureOf } = await import('../errors/failure.ts');
    const { code, sentence, exitCode } = failureOf(error);
    if (beforeDashes(argv).includes('--json'))
      world.terminal.err(`${cleanJson({ error: { code, message: sentence, exit_code: exitCode } })}\n`);
    else world.terminal.err(`strongroom: ${cleanLines(sentence)}\n`);
    return exitCode;
  }
}

/** The action of the command that was typed. Prints the help if it was requested, or if there is nothing else to do. */
async function parsed(argv: readonly string[], { terminal }: World): Promise<Work> {
  let chosen: Work = async () => EXIT.done;
  const [first, ...rest] = argv;
  const asked = first === 'help' ? [...rest, '--help'] : [...argv];
  // A misspelt command is an error even with `--help`.
  const words = isKnown(asked[0]) ? asked : asked.slice(0, 1);
  const program = await programFor(words[0], {
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
