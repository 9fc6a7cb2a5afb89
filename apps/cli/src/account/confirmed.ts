import { Problem, UsageProblem } from '../errors/problem.ts';
import { clean } from '../print/clean.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Lets somebody type a word before what cannot be undone. Throws Problem where nobody is there, or he types another. */
export async function confirmed(terminal: Terminal, what: string, word: string): Promise<void> {
  if (!terminal.inputIsTerminal) throw new UsageProblem(`say --yes to ${what}: nobody is there to ask.`);
  const typed = await terminal.ask(`To ${clean(what)} for good, type ${clean(word)}: `, false);
  if (typed.trim() !== word) throw new Problem('nothing was done.');
}
