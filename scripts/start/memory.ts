import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type MemorySettings = Readonly<{ flags: readonly string[]; environment: Readonly<Record<string, string>> }>;
type Kept = MemorySettings & Readonly<{ flagsForEmbedded: readonly string[] }>;

/** Stores of documents in the process itself, as `STRONGROOM_DOCUMENTS` names them; the first one where it is not set. */
const EMBEDDED: ReadonlySet<string> = new Set(['sqlite', 'memory']);

/**
 * Flags and environment of a process of the service. In a file, because the benchmark starts the service in the same way.
 *
 * With embedded documents it is to take little memory: 16 MB of new space, and old space that grows by a tenth before it is
 * collected. With documents in a database server it has the sizes of Node: requests that wait for the server are copied by
 * each collection, so small spaces cost a third of the processor time.
 *
 * The C library returns large blocks, such as those of password hashes, to the system.
 *
 * Without pretenuring: after a time in which many objects survive, V8 allocates some of those of each request in the old
 * generation at once. There they keep all that they refer to until a full collection, and requests take up to twice the
 * processor time.
 */
export function memorySettings(documents = 'sqlite'): MemorySettings {
  const kept = JSON.parse(readFileSync(join(import.meta.dirname, 'memory.json'), 'utf8')) as Kept;
  const { flags, flagsForEmbedded, environment } = kept;
  return { flags: EMBEDDED.has(documents) ? [...flagsForEmbedded, ...flags] : flags, environment };
}
