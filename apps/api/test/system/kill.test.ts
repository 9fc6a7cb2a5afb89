import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { Place } from '../support/service-process.ts';
import { killAgainAndAgain } from './kill-rounds.ts';

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

test('a kill loses no acknowledged write, leaves none half done, and lets callers repeat the others', async () => {
  expect.hasAssertions();
  await killAgainAndAgain(place, 3);
});
