import { EPOCH } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import { defineCollection, documentOf } from '../../src/store/collection.ts';

/** A document without a meaning. */
export type Thing = Readonly<{ id: string; count: number; unique?: string }>;

export const things = defineCollection<Thing>({
  name: 'things',
  id: (thing) => thing.id,
  position: () => EPOCH,
  keys: () => ['all'],
  uniqueKeys: (thing) => (thing.unique === undefined ? [] : [thing.unique]),
});

export const stored = (thing: Thing, version = 1): StoredDocument => documentOf(things, thing, version);
