import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

type Environment = Readonly<Record<string, string | undefined>>;
type Line = Readonly<Record<string, unknown>>;

/**
 * The screen of a person who starts both services: it shows the next step, and errors. Everything else goes to a log file,
 * so that the steps stay in view.
 */
export class StartScreen {
  readonly #write: (text: string) => void;
  readonly #log: number;
  readonly #file: string;
  readonly #token: string;
  #isShown = false;

  private constructor(folder: string, write: (text: string) => void) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = join(folder, 'start.log');
    this.#token = join(folder, 'owner.token');
    this.#log = openSync(this.#file, 'a', 0o600);
    this.#write = write;
  }

  /** Undefined where no person reads the output, and for a service whose data is not in a folder. */
  static of(environment: Environment, output: NodeJS.WriteStream): StartScreen | undefined {
    const given = (name: string, usual: string): string => environment[name]?.trim() || usual;
    if (!output.isTTY || given('STRONGROOM_DOCUMENTS', 'sqlite') !== 'sqlite') return undefined;
    return new StartScreen(given('STRONGROOM_DATA_DIR', './data'), (text) => output.write(text));
  }

  /** Reads the log of another service. */
  follow(service: string, output: Readable): void {
    output.setEncoding('utf8').on('data', this.reader(service));
  }

  /** Takes the log of a service in pieces of any length. */
  reader(service: string): (text: string) => void {
    let rest = '';
    return (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#line(service, line);
    };
  }

  #line(service: string, line: string): void {
    writeSync(this.#log, `${line}\n`);
    const { level, message, public_url: url, reason, error } = fieldsOf(line);
    if (service === 'rooms' && message === 'listening' && !this.#isShown) {
      this.#isShown = true;
      this.#write(stepsAt(String(url), { token: this.#token, log: this.#file }));
    } else if (level === 'error') {
      const why = [reason, error].filter((part) => typeof part === 'string').map((part) => `: ${part.split('\n')[0]}`);
      this.#write(`strongroom: ${String(message)}${why[0] ?? ''} (${this.#file} has more)\n`);
    }
  }
}

function fieldsOf(line: string): Line {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

/** The last thing on the screen after a start. */
const stepsAt = (url: string, files: Readonly<{ token: string; log: string }>): string => `
Strongroom runs at ${url}

  1. Open it in a browser. The token of the first owner is in ${files.token}
  2. Or sign in with the command line, in a second terminal:
       npx strongroom login ${url} < ${files.token}
  3. Then go on with docs/tutorial/browser.md or docs/tutorial/command-line.md

The log is in ${files.log}. Ctrl-C ends both services.
Another port: PORT=9000 npm start
`;
