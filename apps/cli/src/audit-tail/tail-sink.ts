import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Terminal } from '@strongroom/command-line';
import { throwUnwritable } from '../container/private-file.ts';

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
      await throwUnwritable(path, error);
    }
  };
