import type { UserId } from '@strongroom/domain';
import { type ErasedPeople, Unavailable } from '@strongroom/ports';
import { type ErasedPeopleHarness, erasedPeoplePromises, type Mutant, registerMutants } from '../../src/index.ts';

type Place = { ids: readonly UserId[] };

/** A right list in memory. */
const kept = (place: Place): ErasedPeople => ({
  ids: async () => new Set(place.ids),
  note: async (ids) => {
    place.ids = [...new Set([...place.ids, ...ids])];
  },
});

const down = (): Promise<never> => Promise.reject(new Unavailable('audit'));

type Change = (list: ErasedPeople, place: Place) => Partial<ErasedPeople>;

const broken = (
  breaks: string,
  how: string,
  change: Change,
  unreachable: Partial<ErasedPeople> = {},
): Mutant<ErasedPeopleHarness> => ({
  breaks,
  how,
  harness: async () => {
    const place: Place = { ids: [] };
    const list = (): ErasedPeople => ({ ...kept(place), ...change(kept(place), place) });
    return { list: list(), other: list(), unreachable: { ids: down, note: down, ...unreachable }, end: async () => {} };
  },
});

registerMutants('lists of erased people', erasedPeoplePromises, [
  broken('EP-01', 'has the first id only', (list) => ({ note: (ids) => list.note(ids.slice(0, 1)) })),
  broken('EP-01', 'begins again with each call', (_, place) => ({
    note: async (ids) => {
      place.ids = ids;
    },
  })),
  broken('EP-02', 'keeps a process apart from the others', () => kept({ ids: [] })),
  broken('EP-03', 'writes what it read a while ago', (list, place) => ({
    note: async (ids) => {
      const known = [...(await list.ids())];
      await new Promise((resolve) => setImmediate(resolve));
      place.ids = [...new Set([...known, ...ids])];
    },
  })),
  broken('EP-04', 'takes a place that it cannot read for an empty one', () => ({}), { ids: async () => new Set() }),
  broken('EP-04', 'drops ids that it cannot write', () => ({}), { note: async () => {} }),
]);
