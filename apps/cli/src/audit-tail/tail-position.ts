import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { Problem } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { reasonUnusable, replacePrivateFile } from '../container/private-file.ts';

/** The last event that was written, of which log. */
export type TailPosition = Readonly<{ url: string; room: string | null; seq: number; id: string }>;

/** The position in a file; undefined without the file. Throws Problem. */
export async function readPosition(path: string): Promise<TailPosition | undefined> {
  try {
    const stored: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (isPosition(stored)) return stored;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return undefined;
    if (code !== undefined)
      throw new Problem(`${path} cannot be read: ${(await reasonUnusable(path, error)) ?? code}.`, { cause: error });
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Problem(`${path} holds no position. Name another file, or remove it to begin with the first event.`);
}

/** Replaces the position, durably. Throws Problem. */
export async function writePosition(path: string, position: TailPosition): Promise<void> {
  const whole = resolve(path);
  try {
    await replacePrivateFile(dirname(whole), basename(whole), `${JSON.stringify(position)}\n`);
  } catch (error) {
    const reason = (await reasonUnusable(path, error)) ?? systemErrorCode(error);
    if (reason === undefined) throw error;
    throw new Problem(`${path} cannot be written: ${reason}.`, { cause: error });
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
