import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type MemorySettings = Readonly<{ flags: readonly string[]; environment: Readonly<Record<string, string>> }>;

/**
 * Flags and environment of a process that is to take little memory: 16 MB of new space where Node would take up to 64, old
 * space that grows by a fifth before it is collected, and a C library that returns large blocks, such as those of password
 * hashes, to the system. In a file, because the benchmark starts the service in the same way.
 *
 * Without pretenuring: after a time in which many objects survive, V8 allocates some of those of each request in the old
 * generation at once. There they keep all that they refer to until a full collection, and requests take up to twice the
 * processor time.
 */
export const memorySettings = (): MemorySettings =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'memory.json'), 'utf8')) as MemorySettings;
