import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { Problem } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { replacePrivateFile, throwUnreadable, throwUnwritable } from '../container/private-file.ts';

/** The last event that was written, of which log. */
export type TailPosition = Readonly<{ url: string; room: string | null; seq: number; id: string }>;

/** The position in a file; undefined without the file. Throws Problem. */
export async function readPosition(path: string): Promise<TailPosition | undefined> {
  try {
    const stored: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (isPosition(stored)) return stored;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError)) return throwUnreadable(path, error);
  }
  throw new Problem(`${path} holds no position. Name another file, or remove it to begin with the first event.`);
}

/** Replaces the position, durably. Throws Problem. */
export async function writePosition(path: string, position: TailPosition): Promise<void> {
  const whole = resolve(path);
  try {
    await replacePrivateFile(dirname(whole), basename(whole), `${JSON.stringify(position)}\n`);
  } catch (error) {
    await throwUnwritable(path, error);
  }
}

const isPosition = (stored: unknown): stored is TailPosition =>
  typeof stored === 'object' &&
  stored !== null &&
  'url' in stored &&
  typeof stored.url === 'string' &&
  'room' in stored &&
  (stored.room === null || typeof stored.room === 'string') &&
  'seq' in stored &&
  Number.isSafeInteger(stored.seq) &&
  'id' in stored &&
  typeof stored.id === 'string';
