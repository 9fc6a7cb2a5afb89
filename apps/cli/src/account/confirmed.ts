import { Problem, UsageProblem } from '../errors/problem.ts';
import { clean } from '../print/clean.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Asks for a word to be typed before an action that cannot be undone. Throws Problem without a terminal or with another word. */
export async function confirmed(terminal: Terminal, what: string, word: string): Promise<void> {
  if (!terminal.inputIsTerminal) throw new UsageProblem(`say --yes to ${what}: standard input is not a terminal.`);
  const typed = await terminal.ask(`To ${clean(what)} for good, type ${clean(word)}: `, false);
  if (typed.trim() !== word) throw new Problem('nothing was done.');
}
