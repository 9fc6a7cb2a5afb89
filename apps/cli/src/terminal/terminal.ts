import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ask } from './ask.ts';
import { interruption } from './interruption.ts';

/** The streams and variables of a command. */
export type Terminal = Readonly<{
  /** Prints the result, on standard output. */
  out: (text: string) => void;
  /** Prints everything else, on standard error. */
  err: (text: string) => void;
  /** Whether a person reads standard output, not a file or another program. */
  isTerminal: boolean;
  /** Whether a person reads standard error. */
  errIsTerminal: boolean;
  /** The width to wrap the help at. */
  columns: number;
  /** Whether a person types standard input. */
  inputIsTerminal: boolean;
  /** Everything on standard input, as UTF-8; undefined beyond `mostBytes`. */
  input: (mostBytes: number) => Promise<string | undefined>;
  /** Standard input as it arrives. */
  inputBytes: () => AsyncIterable<Uint8Array>;
  /** Writes everything to standard output, no faster than it is read. */
  pour: (content: Readable) => Promise<void>;
  /** Asks the person at the terminal; `isHidden` hides the answer. */
  ask: (question: string, isHidden: boolean) => Promise<string>;
  /** Aborted by Ctrl-C or a signal. Until the first call, a signal ends the process at once. */
  interruption: () => AbortSignal;
  /** The stream of progress bars. */
  errStream: NodeJS.WritableStream;
  /** An environment variable; undefined if unset or empty. */
  variable: (name: string) => string | undefined;
  /** The environment variables that begin with a prefix, by the rest of their names; trimmed, without empty ones. */
  variables: (prefix: string) => Readonly<Record<string, string>>;
}>;

/** The terminal of this process. */
export function processTerminal(): Terminal {
  // The reader may stop early (`| head -1`), which is not an error.
  process.stdout.on('error', (error) => {
    if (!isClosedPipe(error)) throw error;
  });
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    columns: process.stdout.columns ?? 80,
    inputIsTerminal: process.stdin.isTTY === true,
    input: (mostBytes) => textOf(process.stdin, mostBytes),
    inputBytes: () => process.stdin,
    pour: (content) =>
      pipeline(content, process.stdout, { end: false }).catch((error: unknown) => {
        if (!isClosedPipe(error)) throw error;
      }),
    ask: (question, isHidden) => ask(question, isHidden, interruption()),
    interruption,
    errStream: process.stderr,
    // oxlint-disable-next-line node/no-process-env -- the one place where the environment is read
    variable: (name) => process.env[name] || undefined,
    // oxlint-disable-next-line node/no-process-env -- the same
    variables: (prefix) => startingWith(prefix, process.env),
  };
}

/** `variables` of a terminal with this environment. */
export const startingWith = (
  prefix: string,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, text = '']) =>
      name.startsWith(prefix) && name !== prefix && text.trim() !== ''
        ? [[name.slice(prefix.length), text.trim()]]
        : [],
    ),
  );

const isClosedPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE';

async function textOf(stream: AsyncIterable<Uint8Array | string>, mostBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}
