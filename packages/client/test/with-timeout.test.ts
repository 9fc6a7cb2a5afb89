import { expect, test } from '@jest/globals';
import { withTimeout } from '../src/http/with-timeout.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('a read in time leaves no timer running when a chunk arrives after the end', async () => {
  let goesOn = (): void => undefined;
  await withTimeout(60_000, undefined, async (_signal, reported) => {
    goesOn = reported;
  });
  const before = timers();
  goesOn();
  expect(timers()).toBe(before);
});
