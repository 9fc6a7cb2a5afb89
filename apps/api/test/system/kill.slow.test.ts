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

test('repeated kills lose no acknowledged write, leave none half done, and let callers repeat the others', async () => {
  expect.hasAssertions();
  await killAgainAndAgain(place, 25);
}, 300_000);
