import { styleText } from 'node:util';

const WIDTH = 96;

type Out = Readonly<{ isTTY?: boolean; write: (text: string) => unknown }>;
type Style = Parameters<typeof styleText>[0];

/** Prints a story: chapters, actions and their results. Colours on a terminal only. */
export class Narrator {
  readonly #out: Out;
  #chapters = 0;

  constructor(out: Out) {
    this.#out = out;
  }

  title(text: string): void {
    this.#line(`\n${this.#styled('bold', text)}`);
  }

  chapter(text: string): void {
    this.#chapters += 1;
    this.#line(`\n${this.#styled(['bold', 'cyan'], `${this.#chapters}. ${text}`)}`);
  }

  /** A paragraph. */
  says(text: string): void {
    for (const line of wrapped(text, WIDTH)) this.#line(`   ${line}`);
  }

  /** The action of a person, and the answer of the service. */
  seen(who: string, what: string, isGranted: boolean): void {
    const mark = isGranted ? this.#styled('green', '✓') : this.#styled('red', '✗');
    this.#line(`   ${mark} ${this.#styled('bold', who.padEnd(6))} ${what}`);
  }

  row(cells: readonly string[]): void {
    this.#line(
      `     ${cells
        .map((cell) => cell.padEnd(34))
        .join('')
        .trimEnd()}`,
    );
  }

  broken(error: unknown): void {
    this.#line(
      `\n${this.#styled('red', 'The story was interrupted:')} ${error instanceof Error ? error.message : 'unknown'}`,
    );
  }

  #line(text: string): void {
    this.#out.write(`${text}\n`);
  }

  #styled(style: Style, text: string): string {
    return this.#out.isTTY === true ? styleText(style, text) : text;
  }
}

function wrapped(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
