import { expect, test } from '@jest/globals';
import { NOTHING_OF_ROOM } from '../destruction/setting.ts';
import { aDoomedFolder, callsOf, killedAt } from './killed.ts';

test('a process killed with kill -9 before or after any of its calls leaves nothing undone on disk', async () => {
  const doomed = await aDoomedFolder();
  const calls = await callsOf(doomed);
  expect(calls).toBeGreaterThan(30);
  for (let at = 1; at <= calls; at++) {
    const ends = await Promise.all([killedAt(doomed, at, 'before'), killedAt(doomed, at, 'after')]);
    const undisturbed = { signal: 'SIGKILL', left: NOTHING_OF_ROOM };
    expect({ at, ends }).toEqual({ at, ends: [undisturbed, undisturbed] });
  }
}, 300_000);
