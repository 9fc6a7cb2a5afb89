import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { expectRefusals } from './corrupt-answers.ts';
import { CORRUPTIONS } from './corrupted.ts';
import { A_ROOM, aPlace, type Place } from './setting.ts';

let place: Place;
beforeEach(async () => {
  place = await aPlace();
});
afterEach(() => place.end());

test('the vault returns none of 10 000 corrupted answers, and asks at most three times for each', async () => {
  const vault = await place.open({ isBound: true });
  const key = await vault.createKey(A_ROOM);
  const kinds = Object.keys(CORRUPTIONS);
  let corrupted = 0;
  for (const kind of kinds)
    corrupted += await expectRefusals({ ...place, vault, key }, kind, Math.ceil(10_000 / kinds.length));
  expect(corrupted).toBeGreaterThanOrEqual(10_000);
  expect(place.server.count('decrypt')).toBe(0);
});
