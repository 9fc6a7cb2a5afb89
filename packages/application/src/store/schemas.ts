import { EPOCH } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** Schema by name of collection. */
export type SchemaNumbers = Readonly<Record<string, number>>;

/**
 * Which schemas a store holds: nothing below `written`, and nothing above `begun`. They differ while an upgrade is under
 * way. INVARIANT: its own shape never changes, so that every version can read how far another one has gone.
 */
export type Schemas = Readonly<{ written: SchemaNumbers; begun: SchemaNumbers }>;

/** The name of the one document. */
export const SCHEMAS = 'schemas';

export const schemas = defineCollection<Schemas>({ name: 'schemas', id: () => SCHEMAS, position: () => EPOCH });
