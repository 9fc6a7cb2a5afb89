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

test('what was acknowledged survives a process that is killed again and again, nothing is half done, and what was not can be repeated', async () => {
  expect.hasAssertions();
  await killAgainAndAgain(place, 25);
}, 300_000);
