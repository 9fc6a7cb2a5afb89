import { expect, test } from '@jest/globals';
import { PLANTS, planted } from './plants.ts';
import { search } from './search.ts';
import { KINDS, startOf } from './starts.ts';
import { TimeShares } from './time-shares.ts';

/** The slow tests go further. */
const DEPTH = 3;

test.each(PLANTS)('the search finds that $title', (plant) => {
  const isPair = plant.B !== undefined && plant.phished !== 'B';
  const colluders = isPair ? (['A', 'B', 'X'] as const) : (['A', 'X'] as const);
  const phished = plant.phished && ({ thief: 'A', victim: plant.phished } as const);
  const cast = { honest: ['O', 'V'], colluders, phished } as const;
  const { chain } = planted(plant, () => search([startOf(plant)], cast, { depth: 4 }));
  expect(chain.at(-1)).toMatch(plant.finds);
});

test.each(KINDS)('a %s and a person of their making gain no right that they were not given', (A) => {
  const starts = [startOf({ A }), startOf({ A, isTaken: true }), startOf({ A, inR: 'contributor' })];
  const found = search(starts, { honest: ['O', 'V'], colluders: ['A', 'X'] }, { depth: DEPTH });
  expect(found.chain).toEqual([]);
  expect(found.states).toBeGreaterThan(900);
});

test.each(['V', 'B'] as const)('the password of %s is not enough to get their keys', (phished) => {
  const start = startOf({ A: 'external', B: 'security_officer', phished });
  const cast = { honest: ['O', 'V'], colluders: ['A'], phished: { thief: 'A', victim: phished } } as const;
  expect(search([start], cast, { depth: DEPTH }).chain).toEqual([]);
});

test('the rules are as before after a fault was planted', () => {
  const [plant] = PLANTS;
  if (plant === undefined) throw new Error('no fault is planted');
  const bounds = { depth: DEPTH };
  const sound = () => search([startOf(plant)], { honest: ['O', 'V'], colluders: ['A', 'X'] }, bounds).chain;
  expect(planted(plant, sound)).not.toEqual([]);
  expect(sound()).toEqual([]);
});

test('a search goes on beyond its depth while it has time, and says how far it came', () => {
  const size = (goesOn: () => boolean) => {
    const { chain, acts, depth } = search(
      [startOf({ A: 'department_admin' })],
      { honest: [], colluders: ['A'] },
      { depth: 1, goesOn },
    );
    expect(chain).toEqual([]);
    return { acts, depth };
  };
  const [never, always] = [size(() => false), size(() => true)];
  expect([never.depth, always.depth]).toEqual([1, Number.POSITIVE_INFINITY]);
  let asked = 0;
  const once = size(() => asked++ < 1);
  expect(once.depth).toBe(1);
  expect(once.acts).toBeGreaterThan(never.acts);
  expect(once.acts).toBeLessThan(always.acts);
});

test('each search has an equal part of the time that the earlier ones left, by the clock that is faster', () => {
  let [processor, wall] = [0, 0];
  const shares = new TimeShares(2, [
    [() => processor, 100],
    [() => wall, 300],
  ]);
  const first = shares.next();
  processor = 49;
  expect(first()).toBe(true);
  processor = 50;
  expect(first()).toBe(false);
  processor = 20;
  const second = shares.next();
  processor = 99;
  expect(second()).toBe(true);
  wall = 300;
  expect(second()).toBe(false);
});
