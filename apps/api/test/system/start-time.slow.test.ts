import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { Place } from '../support/service-process.ts';

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

// Beside other tests a start takes as long as they leave it, so this runs where nothing else does.
test('a service with nothing configured serves in less than a second', async () => {
  const took: number[] = [];
  // The fastest of several counts.
  while (took.length < 8 && !took.some((milliseconds) => milliseconds < 1000)) {
    const before = performance.now();
    const service = await place.start({ NODE_DISABLE_COMPILE_CACHE: '1' });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    took.push(performance.now() - before);
    await service.kill();
  }
  expect(Math.min(...took)).toBeLessThan(1000);
});
