import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type MemorySettings = Readonly<{ flags: readonly string[]; environment: Readonly<Record<string, string>> }>;

/**
 * Flags and environment of a process that is to take little memory: 16 MB of new space where Node would take up to 64, old
 * space that grows by half before it is collected, and a C library that returns large blocks, such as those of password
 * hashes, to the system. In a file, because the benchmark starts the service in the same way.
 */
export const memorySettings = (): MemorySettings =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'memory.json'), 'utf8')) as MemorySettings;
