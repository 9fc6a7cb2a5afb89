import { EPOCH, type Instant, type Json } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { type Collection, defineCollection, documentOf, sameBody } from '../../src/store/collection.ts';
import { ORGANISATION } from '../../src/store/organisation.ts';

type Parcel = Readonly<{ id: string; weight: number; at: Instant }>;
type HeavyParcel = Readonly<{ id: string; grams: number; at: Instant }>;
type Letter = Readonly<{ id: string }>;

/** The form of an older version of the service: without list keys, in kilograms. */
const parcelsBefore = defineCollection<Parcel>({
  name: 'parcels',
  id: (parcel) => parcel.id,
  position: () => EPOCH,
  uniqueKeys: (parcel) => [`old:${parcel.id}`],
});

const inGrams = (body: Json): Json => {
  const { id, weight, at } = body as Parcel;
  return { id, grams: weight * 1000, at };
};

/** The present form: in grams, in a list by arrival. Two changes, one of them of the keys only. */
export const parcels = defineCollection<HeavyParcel>({
  name: 'parcels',
  upcasts: [inGrams, sameBody],
  id: (parcel) => parcel.id,
  position: (parcel) => parcel.at,
  keys: (parcel) => [parcel.grams >= 5000 ? 'heavy' : 'light'],
  uniqueKeys: (parcel) => [`new:${parcel.id}`],
});

/** A collection that never changed. */
export const letters = defineCollection<Letter>({ name: 'letters', id: (letter) => letter.id, position: () => EPOCH });

export const BEFORE = [parcelsBefore, letters] as const satisfies readonly Collection<never>[];
export const NOW = [parcels, letters] as const satisfies readonly Collection<never>[];

const nameOf = (index: number): string => `parcel-${String(index).padStart(5, '0')}`;

/** The documents of the older version: `count` parcels of 0, 1, 2 … kilograms, and a letter. */
export async function anOlderStore(documents: DocumentStore, count: number): Promise<void> {
  const organisation = { id: ORGANISATION, version: 1, schema: 1, position: EPOCH, keys: [], uniqueKeys: [], body: {} };
  await documents.commit([
    { collection: 'organisations', insert: organisation },
    { collection: letters.name, insert: documentOf(letters, { id: 'letter' }, 1) },
    ...Array.from({ length: count }, (_, index) => ({
      collection: parcelsBefore.name,
      insert: documentOf(parcelsBefore, { id: nameOf(index), weight: index, at: (1000 + index) as Instant }, 1),
    })),
  ]);
}

/** Throws if the store holds any document that is not in the present form. */
export async function assertUpgraded(documents: DocumentStore, count: number): Promise<void> {
  const old = await documents.outdated(parcels.name, { below: parcels.schema, limit: 1 });
  if (old.length > 0) throw new Error('something old is left');
  const all = await documents.list(parcels.name, { anyOf: ['heavy', 'light'] }, { limit: count + 1, order: 'oldest' });
  const expected = Array.from({ length: count }, (_, index) => ({
    ...documentOf(parcels, { id: nameOf(index), grams: index * 1000, at: (1000 + index) as Instant }, 2),
  }));
  if (JSON.stringify(all) !== JSON.stringify(expected)) throw new Error('not every parcel is as it should be, once');
}
