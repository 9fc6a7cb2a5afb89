import { Problem } from '../errors/problem.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** No secret of ours is longer than a password, which has 256 characters at most. */
const MOST = 4096;

/** A secret that a person types unseen, or the first line of standard input. Throws Problem where there is none. */
export async function secretFrom(terminal: Terminal, question: string, what: string): Promise<string> {
  const [first = ''] = await secretsFrom(terminal, [question]);
  if (first === '') throw new Problem(`there was no ${what}: type it when asked, or give it on standard input.`);
  return first;
}

/** Several of them, one after the other or a line each; empty where none was given. */
export async function secretsFrom(terminal: Terminal, questions: readonly string[]): Promise<readonly string[]> {
  if (terminal.inputIsTerminal) {
    const answers: string[] = [];
    for (const question of questions) answers.push((await terminal.ask(question, true)).trim());
    return answers;
  }
  const text = await terminal.input(MOST);
  if (text === undefined) throw new Problem('standard input holds more than what was asked for.');
  const lines = text.split(/\r?\n/u).map((line) => line.trim());
  return questions.map((_, at) => lines[at] ?? '');
}
