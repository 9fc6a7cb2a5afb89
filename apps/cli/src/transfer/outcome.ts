import { StrongroomError } from '@strongroom/client';
import { type CommandFailure, cleanLine, EXIT, Problem, type Terminal } from '@strongroom/command-line';
import { failureOf } from '../errors/failure.ts';

/** The outcome for one file among many. */
export type FileOutcome<S extends string> = Readonly<{
  /** Path on this machine; null if the file has none. */
  path: string | null;
  /** Path in the room. */
  room_path: string;
  id: string | null;
  /** Number of the version that it is in the room, where that is known. */
  version?: number | undefined;
  status: S | 'failed';
  error?: Readonly<{ code: string; message: string; exit_code: number }>;
}>;

/** Codes that would also affect the next file. */
const FOR_ALL = new Set([
  'NO_KEY_MANAGEMENT',
  'KEY_SERVICE_CHANGED',
  'PERSON_MISMATCH',
  'PERSON_NOT_LINKED',
  'KEY_SIGN_IN_ENDED',
  'ORIGIN_REFUSED',
  'INSUFFICIENT_SCOPE',
  'INSUFFICIENT_ROOM_ROLE',
  'ROOM_ARCHIVED',
  'KEY_DESTROYED',
  'ROOM_NOT_FOUND',
  'STORAGE_FULL',
  'CONNECTION_LOST',
  'TIMED_OUT',
]);

/** Whether the next file would fail for the same reason. */
export function isForAll(error: unknown): boolean {
  if (error instanceof Problem) return true;
  if (!(error instanceof StrongroomError)) return true;
  return FOR_ALL.has(error.code) || error.status === 401 || error.status === 429 || error.status >= 500;
}

/** A failure as part of an outcome; `before` says what was done nevertheless. */
export function failedOutcome(error: unknown, before = ''): Pick<FileOutcome<never>, 'status' | 'error'> {
  const { code, sentence, exitCode }: CommandFailure = failureOf(error);
  return { status: 'failed', error: { code, message: `${before}${sentence}`, exit_code: exitCode } };
}

/** Prints one line per failure. Returns their exit code if all have the same. */
export function printFailures(
  terminal: Terminal,
  outcomes: readonly Pick<FileOutcome<string>, 'room_path' | 'error'>[],
): number {
  const codes = new Set<number>();
  for (const { room_path: place, error } of outcomes) {
    if (error === undefined) continue;
    codes.add(error.exit_code);
    terminal.err(`strongroom: ${cleanLine(place)}: ${cleanLine(error.message)}\n`);
  }
  const [code = EXIT.done, ...others] = codes;
  return others.length === 0 ? code : EXIT.notDone;
}
