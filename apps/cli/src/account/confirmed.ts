import { Problem, UsageProblem } from '../errors/problem.ts';
import { clean } from '../print/clean.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * Asks the user to type a word before an action that cannot be undone. Throws Problem without a terminal or if they
 * type anything else.
 */
export async function confirmed(terminal: Terminal, what: string, word: string): Promise<void> {
  if (!terminal.inputIsTerminal) throw new UsageProblem(`say --yes to ${what}: standard input is not a terminal.`);
  const typed = await terminal.ask(`To ${clean(what)} for good, type ${clean(word)}: `, false);
  if (typed.trim() !== word) throw new Problem('nothing was done.');
}
