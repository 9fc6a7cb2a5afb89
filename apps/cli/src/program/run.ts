import { runProgram, type World } from '@strongroom/command-line';
import { PROGRAM } from './program.ts';

/** Runs the command that was typed and returns the exit code. */
export const run = (argv: readonly string[], world: World): Promise<number> => runProgram(PROGRAM, argv, world);
