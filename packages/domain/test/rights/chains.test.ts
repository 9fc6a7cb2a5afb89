import { expect, test } from '@jest/globals';
import { PLANTS, planted } from './plants.ts';
import { search } from './search.ts';
import { KINDS, startOf } from './starts.ts';

/** The slow tests go further. */
const DEPTH = 3;

test.each(PLANTS)('the search finds that $title', (plant) => {
  const colluders = plant.B === undefined ? (['A', 'X'] as const) : (['A', 'B', 'X'] as const);
  const { chain } = planted(plant, () => search([startOf(plant)], { honest: ['O', 'V'], colluders }, { depth: 4 }));
  expect(chain.at(-1)).toMatch(plant.finds);
});

test.each(KINDS)('a %s and a person of their making gain no right that they were not given', (A) => {
  const starts = [startOf({ A }), startOf({ A, isTaken: true }), startOf({ A, inR: 'contributor' })];
  const found = search(starts, { honest: ['O', 'V'], colluders: ['A', 'X'] }, { depth: DEPTH });
  expect(found.chain).toEqual([]);
  expect(found.states).toBeGreaterThan(1_000);
});

test('the rules are as before after a fault was planted', () => {
  const [plant] = PLANTS;
  if (plant === undefined) throw new Error('no fault is planted');
  const bounds = { depth: DEPTH };
  const sound = () => search([startOf(plant)], { honest: ['O', 'V'], colluders: ['A', 'X'] }, bounds).chain;
  expect(planted(plant, sound)).not.toEqual([]);
  expect(sound()).toEqual([]);
});
