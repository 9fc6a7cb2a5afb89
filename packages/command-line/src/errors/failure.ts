import { EXIT } from './exit-codes.ts';
import { Problem } from './problem.ts';

/** The sentence and the exit code of an error. */
export type CommandFailure = Readonly<{ code: string; sentence: string; exitCode: number }>;

/** Formats an error of a command that called no service. A defect includes its stack. */
export function formatFailure(error: unknown): CommandFailure {
  if (error instanceof Problem)
    return { code: codeOf(error.exitCode), sentence: error.message, exitCode: error.exitCode };
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'DEFECT', sentence: `this should not have happened. ${stack}`, exitCode: EXIT.notDone };
}

/** A code in the form of those of the service: `NOT_FOUND`. */
function codeOf(exitCode: number): string {
  const name = Object.entries(EXIT).find(([, code]) => code === exitCode)?.[0] ?? 'interrupted';
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter}`).toUpperCase();
}
