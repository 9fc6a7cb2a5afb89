import { processTerminal, runProgram, type World } from '@strongroom/command-line';
import { PROGRAM } from './program.ts';

/** Runs the command that was typed and returns the exit code. */
export const run = (argv: readonly string[], world: World): Promise<number> => runProgram(PROGRAM, argv, world);

/** Runs the command that was typed in the terminal of this process. */
export const runHere = (): Promise<number> => run(process.argv.slice(2), { terminal: processTerminal(PROGRAM.name) });
