import { Problem, UsageProblem } from '../errors/problem.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { cleanLine } from './clean.ts';

/**
 * Asks the user to type a word before an action that cannot be undone. Throws Problem without a terminal or if they
 * type anything else.
 */
export async function confirmByWord(terminal: Terminal, what: string, word: string): Promise<void> {
  if (!terminal.inputIsTerminal) throw new UsageProblem(`say --yes to ${what}: standard input is not a terminal.`);
  const typed = await terminal.ask(`To ${cleanLine(what)} for good, type ${cleanLine(word)}: `, false);
  if (typed.trim() !== word) throw new Problem('nothing was done.');
}

/**
 * Asks for a yes before an action on several things that cannot be undone. Does not ask without a terminal, where the
 * command line said what to do. Throws Problem after any other answer.
 */
export async function confirmByYes(terminal: Terminal, what: string): Promise<void> {
  if (!terminal.inputIsTerminal) return;
  const typed = await terminal.ask(
    `${cleanLine(what[0]?.toUpperCase() ?? '')}${cleanLine(what.slice(1))} for good? [y/N] `,
    false,
  );
  if (!['y', 'yes'].includes(typed.trim().toLowerCase())) throw new Problem('nothing was done.');
}
