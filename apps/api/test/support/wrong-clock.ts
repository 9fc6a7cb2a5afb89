import { globSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './service-process.ts';

/** The library of Debian's faketime, with timers that run as always. */
function faketime(): Environment {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (library === undefined) throw new Error('libfaketime is missing: on Debian, apt-get install faketime');
  return { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** Runs a program with another time, such as `+400d`. */
export const withClock = (offset: string): Environment => ({ ...faketime(), FAKETIME: offset });

/** Runs a program whose clock is set while it runs, by the offset in a file. */
export function withMovedClock(folder: string): Readonly<{ environment: Environment; move: (offset: string) => void }> {
  const file = join(folder, 'clock');
  const move = (offset: string): void => {
    // Replaced whole: the program may read it at any moment.
    writeFileSync(`${file}.new`, `${offset}\n`);
    renameSync(`${file}.new`, file);
  };
  move('+0d');
  return { environment: { ...faketime(), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' }, move };
}
