import { afterEach, expect, jest, test } from '@jest/globals';
import { startNginx } from './proxies.ts';
import { restartUnderLoad } from './restarted-under-load.ts';
import { TwoProcesses } from './two-processes.ts';

jest.setTimeout(120_000);

let two: TwoProcesses;
afterEach(() => two?.end());

test('two processes are restarted under load without a failed request: behind nginx, and by /readyz alone', async () => {
  two = await TwoProcesses.start();
  const nginx = await two.behind(startNginx);
  const { caller, again } = await two.balanced();
  const outcomes = await restartUnderLoad({
    callers: { nginx: nginx.caller, 'by /readyz alone': caller },
    services: two.services,
    again,
  });
  for (const [name, { asked, failed }] of Object.entries(outcomes)) {
    expect([name, failed]).toEqual([name, []]);
    expect(asked).toBeGreaterThan(200);
  }
});
