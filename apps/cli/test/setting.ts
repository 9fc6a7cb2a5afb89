import { resolve } from 'node:path';
import {
  aTerminal,
  execute,
  type Result,
  type Surroundings,
  type TerminalOptions,
} from '../../../scripts/terminals.ts';
import { run } from '../src/program/run.ts';

export { aFolder, aTerminal, execute } from '../../../scripts/terminals.ts';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');

/** Runs the command from its sources, in its own process, with none of our environment. */
export const strongroom = (args: readonly string[], surroundings: Surroundings = {}): Promise<Result> =>
  execute(['-C', '@strongroom/source', MAIN, ...args], surroundings);

/** Runs the command within this process, with streams in memory: faster, and it can be a terminal. */
export async function strongroomHere(args: readonly string[], here: TerminalOptions = {}): Promise<Result> {
  const { result, terminal } = aTerminal(here);
  const code = await run(args, { terminal });
  return { code, ...result };
}
