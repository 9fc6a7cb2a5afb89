import { EPOCH } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** Schema by name of collection. */
export type SchemaNumbers = Readonly<Record<string, number>>;

/**
 * The schemas of a store: no document is below `written` or above `begun`. They differ during an upgrade. INVARIANT:
 * the shape of this document never changes, so that every version can read it.
 */
export type Schemas = Readonly<{ written: SchemaNumbers; begun: SchemaNumbers }>;

/** Id of the only document. */
export const SCHEMAS = 'schemas';

export const schemas = defineCollection<Schemas>({
  name: 'schemas',
  id: () => SCHEMAS,
  position: () => EPOCH,
  shape: { written: 'object', begun: 'object' },
});
