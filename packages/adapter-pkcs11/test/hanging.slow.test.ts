import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { A_FILE, A_ROOM, failureOf, Place, tokenProcesses } from './setting.ts';

let at: Place;
beforeEach(() => {
  at = new Place();
});
afterEach(() => at.end());

test('the process of the library is given up after four seconds when it hangs, and replaced', async () => {
  const vault = await at.vault();
  const key = await vault.createKey(A_ROOM);
  const [pid = 0] = tokenProcesses();
  process.kill(pid, 'SIGSTOP');
  const failed = await failureOf(vault.createKey(A_ROOM));
  expect(failed).toMatchObject({ code: 'DEADLINE', maybeDone: true });
  expect(failed.took).toBeGreaterThan(3900);
  expect(failed.took).toBeLessThan(4700);
  await vault.wrapNewDataKey(key, A_FILE);
  expect(tokenProcesses()).not.toContain(pid);
});
