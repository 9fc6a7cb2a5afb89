import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { UserId } from '@strongroom/domain';
import { type ErasedPeople, Unavailable } from '@strongroom/ports';
import { type PromiseTest, registerSuite } from './base/promise.ts';

export type ErasedPeopleHarness = {
  /** An empty list. */
  list: ErasedPeople;
  /** The same list, as in another process. */
  other: ErasedPeople;
  /** A list whose place cannot be read or written. */
  unreachable: ErasedPeople;
  end: () => Promise<void>;
};

const ids = (count: number): readonly UserId[] => Array.from({ length: count }, () => randomUUID() as UserId);

/** Every promise of a list of erased people as a test, in the order of their ids. */
export const erasedPeoplePromises: readonly PromiseTest<ErasedPeopleHarness>[] = [
  {
    id: 'EP-01',
    title: 'has no id before the first one, and then each once',
    run: async ({ list }) => {
      expect([...(await list.ids())]).toEqual([]);
      const [one, two] = [ids(1), ids(2)];
      await list.note(one);
      await list.note([...two, ...one, ...two]);
      expect([...(await list.ids())].toSorted()).toEqual([...one, ...two].toSorted());
    },
  },
  {
    id: 'EP-01',
    title: 'keeps what it has when no id is added',
    run: async ({ list }) => {
      const some = ids(2);
      await list.note(some);
      await list.note([]);
      expect([...(await list.ids())].toSorted()).toEqual(some.toSorted());
    },
  },
  {
    id: 'EP-02',
    title: 'shows an id to every process once it is noted',
    run: async ({ list, other }) => {
      const some = ids(300);
      await list.note(some);
      expect([...(await other.ids())].toSorted()).toEqual(some.toSorted());
      const more = ids(1);
      await other.note(more);
      expect([...(await list.ids())].toSorted()).toEqual([...some, ...more].toSorted());
    },
  },
  {
    id: 'EP-03',
    title: 'keeps the ids of all that add some at the same time',
    run: async ({ list, other }) => {
      const all = ids(12);
      await Promise.all(all.map((id, at) => (at % 2 === 0 ? list : other).note([id])));
      expect([...(await list.ids())].toSorted()).toEqual(all.toSorted());
    },
  },
  {
    id: 'EP-04',
    title: 'rejects with Unavailable where the place cannot be read or written',
    run: async ({ unreachable }) => {
      await expect(unreachable.ids()).rejects.toThrow(Unavailable);
      await expect(unreachable.note(ids(1))).rejects.toThrow(Unavailable);
    },
  },
];

/** Registers the suite with Jest for one adapter. */
export const erasedPeopleSuite = (name: string, harness: () => Promise<ErasedPeopleHarness>): void =>
  registerSuite(name, erasedPeoplePromises, harness);
