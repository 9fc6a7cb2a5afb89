import type { Readable } from 'node:stream';
import type { CommandLineName, Environment } from '@strongroom/settings';
import { EXIT } from '../errors/exit-codes.ts';
import { Problem } from '../errors/problem.ts';
import { askUser } from './ask.ts';
import { interruptionSignal } from './interruption.ts';

/** Variables that a shell sets for every program. */
type ShellVariable = 'HOME' | 'DISPLAY' | 'WAYLAND_DISPLAY' | 'SSH_CONNECTION' | 'SSH_TTY';

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
  /** A variable of the command line or of the shell; undefined if unset or empty. */
  variable: (name: CommandLineName | ShellVariable) => string | undefined;
  /** All environment variables, for the settings of a service. */
  environment: Environment;
}>;

/** The terminal of this process. `program`: its name, for errors that nothing else can report. */
export function processTerminal(program: string): Terminal {
  // The reader may stop early (`| head -1`), which is not an error. Others come here only where nothing waits for a write.
  process.stdout.on('error', (error) => {
    if (isClosedPipe(error) || isReported) return;
    process.stderr.write(`${program}: ${unwritable(error).message}\n`);
    // oxlint-disable-next-line unicorn/no-process-exit -- nothing can be printed any more
    process.exit(EXIT.notDone);
  });
  // oxlint-disable-next-line node/no-process-env -- the one place where the environment is read
  const environment = process.env;
  return {
    out: (text) => {
      try {
        process.stdout.write(text);
      } catch (error) {
        throw unwritable(error);
      }
    },
    err: (text) => process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    columns: process.stdout.columns ?? 80,
    inputIsTerminal: process.stdin.isTTY === true,
    input: (mostBytes) => textOf(process.stdin, mostBytes),
    inputBytes: () => process.stdin,
    pour: async (content) => {
      try {
        for await (const piece of content as AsyncIterable<Uint8Array>) await written(piece);
      } catch (error) {
        if (!isClosedPipe(error)) throw error;
      }
    },
    ask: (question, isHidden) => askUser(question, isHidden, interruptionSignal()),
    interruption: interruptionSignal,
    errStream: process.stderr,
    variable: (name) => environment[name] || undefined,
    environment,
  };
}

let isReported = false;

/** Resolves when standard output has taken the bytes. Throws Problem. */
const written = (piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const failed = (error: unknown): void => {
      isReported = true;
      reject(isClosedPipe(error) ? error : unwritable(error));
    };
    try {
      process.stdout.write(piece, (error) => (error ? failed(error) : resolve()));
    } catch (error) {
      // A file is written at once, and its error is thrown.
      failed(error);
    }
  });

function unwritable(error: unknown): Problem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const sentence =
    code === 'ENOSPC' ? 'the disk of standard output is full.' : `standard output cannot be written (${code}).`;
  return new Problem(sentence, { cause: error });
}

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
