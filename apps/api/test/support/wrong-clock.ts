import { globSync } from 'node:fs';
import type { Environment } from './service-process.ts';

/** Runs a program with another time, such as `+400d`, by the library of Debian's faketime. Its timers run as always. */
export function withClock(offset: string): Environment {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (library === undefined) throw new Error('libfaketime is missing: on Debian, apt-get install faketime');
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
