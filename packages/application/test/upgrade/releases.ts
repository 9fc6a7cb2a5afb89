import { EPOCH, type Json } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { type Collection, defineCollection, documentOf, sameBody } from '../../src/store/collection.ts';
import { schemasOf } from '../../src/store/collections.ts';
import { ORGANISATION } from '../../src/store/organisation.ts';
import { schemas } from '../../src/store/schemas.ts';

export type Parcel = Readonly<{ id: string; kilograms: number }>;
export type WeighedParcel = Readonly<{ id: string; grams: number }>;

/** Parcels of the last release: in whole kilograms, in one list. */
export const lastParcels = defineCollection<Parcel>({
  name: 'parcels',
  id: ({ id }) => id,
  position: () => EPOCH,
  keys: () => ['all'],
});

const upcast = (body: Json): Json => {
  const { id, kilograms } = body as Parcel;
  return { id, grams: kilograms * 1000 };
};

/** Parcels of this release: in grams, in a list of another name. */
export const parcels = defineCollection<WeighedParcel>({
  name: 'parcels',
  upcasts: [upcast],
  earlier: {
    schema: 1,
    body: ({ id, grams }) => (grams % 1000 === 0 ? { id, kilograms: grams / 1000 } : undefined),
    keys: () => ['all', 'every'],
    key: (key) => (key === 'every' ? 'all' : key),
  },
  id: ({ id }) => id,
  position: () => EPOCH,
  keys: () => ['every'],
});

/** A release later. */
const laterParcels = defineCollection<WeighedParcel>({
  name: 'parcels',
  upcasts: [upcast, sameBody],
  earlier: { schema: 2, body: (state) => state },
  id: ({ id }) => id,
  position: () => EPOCH,
});

export const LAST = [lastParcels] as const satisfies readonly Collection<never>[];
export const THIS = [parcels] as const satisfies readonly Collection<never>[];
export const NEXT = [laterParcels] as const satisfies readonly Collection<never>[];

/** The store of the last release with a parcel of each weight, in kilograms. */
export async function aStoreOfLast(documents: DocumentStore, kilograms: readonly number[]): Promise<void> {
  const numbers = schemasOf(LAST);
  await documents.commit([
    {
      collection: 'organisations',
      insert: { id: ORGANISATION, version: 1, schema: 1, position: EPOCH, keys: [], uniqueKeys: [], body: {} },
    },
    { collection: schemas.name, insert: documentOf(schemas, { written: numbers, begun: numbers }, 1) },
    ...kilograms.map((weight, index) => ({
      collection: lastParcels.name,
      insert: documentOf(lastParcels, { id: `parcel-${index}`, kilograms: weight }, 1),
    })),
  ]);
}
