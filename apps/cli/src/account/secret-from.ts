import { Problem, type Terminal } from '@strongroom/command-line';

/** The longest secret is a password, with at most 256 characters. */
const MOST = 4096;

/** Reads a secret: typed without echo, or the first line of standard input. Throws Problem if there is none. */
export async function secretFrom(terminal: Terminal, question: string, what: string): Promise<string> {
  const [first = ''] = await secretsFrom(terminal, [question]);
  if (first === '') throw new Problem(`there was no ${what}: type it when asked, or give it on standard input.`);
  return first;
}

/** Reads several secrets: prompted one after the other, or one per line. A missing one is empty. */
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
