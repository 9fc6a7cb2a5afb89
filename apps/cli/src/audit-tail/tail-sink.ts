import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Problem, type Terminal } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { reasonUnusable } from '../container/private-file.ts';

/** Writes whole lines; resolves when they are out of this process. */
export type Sink = (lines: string) => Promise<void>;

export const outputSink =
  ({ pour }: Pick<Terminal, 'pour'>): Sink =>
  (lines) =>
    pour(Readable.from([lines]));

/** Appends to a file, which is opened for each write: after a rotation by rename the next lines go to a new file. Throws Problem. */
export const fileSink =
  (path: string): Sink =>
  async (lines) => {
    try {
      const file = await open(path, 'a', 0o600);
      try {
        await file.appendFile(lines);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      const reason = (await reasonUnusable(path, error)) ?? systemErrorCode(error);
      if (reason === undefined) throw error;
      throw new Problem(`${path} cannot be written: ${reason}.`, { cause: error });
    }
  };
