import { expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import * as fc from 'fast-check';
import { openMongoRateLimiter } from '../src/index.ts';
import { type OpenWindow, takeOne } from '../src/limits/window.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

const at = (milliseconds: number): Instant => milliseconds as Instant;
const moment = fc.integer({ min: 1000, max: 1100 });
const group = fc.array(moment, { minLength: 1, maxLength: 8 });

test('the limiter answers calls that are served together as if they came one after the other', async () => {
  const limiter = await openMongoRateLimiter(aDatabase());
  let bucket = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(group, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 60 }),
      async (groups, limit, milliseconds) => {
        bucket += 1;
        let open: OpenWindow | undefined;
        for (const moments of groups) {
          const window = { limit, milliseconds };
          const answers = await Promise.all(moments.map((when) => limiter.take(`b${bucket}`, window, at(when))));
          const expected = moments.map((when) => {
            const taken = takeOne(open, window, when);
            open = taken.open;
            return taken.standing;
          });
          expect(answers).toEqual(expected);
        }
        // The server has counted the same.
        const last = groups.at(-1)?.at(-1) ?? 0;
        const more = { limit: 1000, milliseconds };
        expect(await limiter.take(`b${bucket}`, more, at(last))).toEqual(takeOne(open, more, last).standing);
      },
    ),
    { numRuns: 150, interruptAfterTimeLimit: 3000 },
  );
  await limiter.close();
});
