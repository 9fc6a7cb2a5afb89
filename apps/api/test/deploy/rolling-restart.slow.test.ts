import { afterEach, expect, jest, test } from '@jest/globals';
import { startCaddy, startNginx } from './proxies.ts';
import { restartUnderLoad } from './restarted-under-load.ts';
import { TwoProcesses } from './two-processes.ts';

jest.setTimeout(180_000);

const PER_SECOND = 200;

let two: TwoProcesses;
afterEach(() => two?.end());

test.each([
  ['nginx', () => two.behind(startNginx)],
  ['Caddy', () => two.behind(startCaddy)],
  ['/readyz alone', undefined],
] as const)('under 200 requests a second two processes are restarted and none fails, by %s', async (name, way) => {
  two = await TwoProcesses.start();
  const { caller, again } = await two.balanced();
  const by = (await way?.())?.caller ?? caller;
  const outcomes = await restartUnderLoad({
    callers: { [name]: by },
    services: two.services,
    again,
    perSecond: PER_SECOND,
  });
  const { [name]: outcome } = outcomes;
  if (outcome === undefined) throw new Error('there is no outcome');
  const { asked, failed, milliseconds } = outcome;
  console.log(`${name}: ${asked} requests in ${Math.round(milliseconds)} ms, ${failed.length} failed`);
  expect(failed).toEqual([]);
  // Requests are begun at this rate, and answered at it.
  expect((asked * 1000) / milliseconds).toBeGreaterThan(PER_SECOND * 0.9);
});
