import { EPOCH, type Instant } from '@strongroom/domain';
import { defineCollection } from './collection.ts';
import type { SchemaNumbers } from './schemas.ts';

/** A process that serves the store, until it is removed or `until` has passed. */
export type ServingProcess = Readonly<{ id: string; version: string; schemas: SchemaNumbers; until: Instant }>;

/** INVARIANT: the shape of this document never changes, so that every version can read it. */
export type Processes = Readonly<{ processes: readonly ServingProcess[] }>;

/** Id of the only document. */
export const PROCESSES = 'processes';

export const processes = defineCollection<Processes>({
  name: 'processes',
  id: () => PROCESSES,
  position: () => EPOCH,
  shape: { processes: 'list' },
});
