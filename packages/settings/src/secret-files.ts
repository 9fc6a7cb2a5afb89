import { readFileSync, statSync } from 'node:fs';
import type { Environment, VariableTable } from './read.ts';

/** Bytes; a larger file holds something else. */
const MAX_BYTES = 65_536;
/** Milliseconds. */
const FRESH_MS = 1000;
/** Milliseconds after which a fault that lasts is reported again. */
const REPEATED_MS = 60_000;

/** The variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`;

/** Reads a secret. Throws an error whose message completes a sentence for the operator, and repeats nothing of the file. */
function secretIn(path: string): string {
  let bytes: Buffer;
  try {
    if (statSync(path).size > MAX_BYTES) throw new Error('is too large for a secret');
    bytes = readFileSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new Error(
      code === 'ENOENT'
        ? 'names a file that is not there'
        : `names a file that cannot be read (${code}${code === 'EACCES' ? ownersOf(path) : ''})`,
      { cause: error },
    );
  }
  const text = bytes.toString('utf8').trim();
  if (text === '') throw new Error('names an empty file');
  return text;
}

/** The users at odds, where a mounted secret belongs to another one than the process; else an empty text. */
function ownersOf(path: string): string {
  const self = process.getuid?.();
  if (self === undefined) return '';
  try {
    const { uid, mode } = statSync(path);
    const rights = (mode & 0o777).toString(8).padStart(4, '0');
    return `: it belongs to user ${uid} with the mode ${rights}, and this runs as user ${self}`;
  } catch {
    return '';
  }
}

/** The code of an error of the system, whose class may be that of another realm. */
const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

/** The variables with the secrets of the files that `NAME_FILE` names, and problems with these as sentences. */
export function withSecretFiles(
  table: VariableTable,
  environment: Environment,
): Readonly<{ environment: Environment; problems: readonly string[] }> {
  const read: Record<string, string | undefined> = { ...environment };
  const problems: string[] = [];
  for (const { name, form } of Object.values(table)) {
    const file = fileVariable(name);
    const path = environment[file]?.trim();
    if (form.isSecret !== true || path === undefined) continue;
    delete read[file];
    if (path === '') continue;
    if ((environment[name]?.trim() ?? '') !== '') problems.push(`${name} and ${file} are both set: take one away.`);
    else
      try {
        read[name] = secretIn(path);
      } catch (error) {
        problems.push(`${file} ${error instanceof Error ? error.message : 'cannot be read'}.`);
      }
  }
  return { environment: read, problems };
}

/** `now` in milliseconds; `freshMs`: for how long the file is not looked at again, a second by default. */
type How = Readonly<{ onFault?: (reason: string) => void; now?: () => number; freshMs?: number }>;

/**
 * A secret that is read again once its file has changed, looked for at most once a second. A file that cannot be read or is malformed
 * changes nothing: the last value holds, and `onFault` is called once a minute with the reason, without anything of the file.
 */
export class FollowedSecret<T> {
  readonly #path: string;
  readonly #parse: (text: string) => T;
  readonly #onFault: (reason: string) => void;
  readonly #now: () => number;
  readonly #freshMs: number;
  #value: T;
  #text: string;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #fault = '';
  #reportedAt = 0;

  /** Throws as `parse` does. */
  constructor(
    path: string,
    parse: (text: string) => T,
    { onFault = () => undefined, now = () => performance.now(), freshMs = FRESH_MS }: How = {},
  ) {
    this.#path = path;
    this.#parse = parse;
    this.#onFault = onFault;
    this.#now = now;
    this.#freshMs = freshMs;
    this.#text = secretIn(path);
    this.#value = parse(this.#text);
  }

  get value(): T {
    const now = this.#now();
    if (now - this.#lookedAt >= this.#freshMs) {
      this.#lookedAt = now;
      this.#look(now);
    }
    return this.#value;
  }

  #look(now: number): void {
    try {
      const text = secretIn(this.#path);
      if (text !== this.#text) {
        this.#value = this.#parse(text);
        this.#text = text;
      }
      this.#fault = '';
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'cannot be read';
      if (reason === this.#fault && now - this.#reportedAt < REPEATED_MS) return;
      this.#fault = reason;
      this.#reportedAt = now;
      this.#onFault(reason);
    }
  }
}
