import { beforeAll, expect, test } from '@jest/globals';
import { NOTHING_OF_ROOM } from '../destruction/setting.ts';
import type { Moment } from '../world/mortal.ts';
import { aDoomedFolder, killedAt } from './killed.ts';

let doomed: Awaited<ReturnType<typeof aDoomedFolder>>;
beforeAll(async () => {
  doomed = await aDoomedFolder();
});

/** One kill during each kind of work; the slow test has all kills. */
test.each<readonly [number, Moment]>([
  [4, 'after'], // the key is destroyed, but not recorded as such
  [12, 'before'],
  [27, 'after'],
])(
  'a process killed with kill -9 at call %i (%s) leaves nothing undone on disk',
  async (at, moment) => {
    expect(await killedAt(doomed, at, moment)).toEqual({ signal: 'SIGKILL', left: NOTHING_OF_ROOM });
  },
  30_000,
);
