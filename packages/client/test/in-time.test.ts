import { expect, test } from '@jest/globals';
import { inTime } from '../src/http/in-time.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('a piece that comes after the end leaves no timer behind, which would keep the process from ending', async () => {
  let goesOn = (): void => undefined;
  await inTime(60_000, undefined, async (_signal, reported) => {
    goesOn = reported;
  });
  const before = timers();
  goesOn();
  expect(timers()).toBe(before);
});
