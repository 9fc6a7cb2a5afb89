import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { BadLine } from './bad-line.ts';

const LARGEST = 100 * 1024 * 1024;
const MAX_MS = 300_000;

let setting: BadLine;
beforeAll(async () => {
  await build();
  setting = await BadLine.make();
}, 120_000);
afterAll(() => setting.end());

describe('over a line that is cut, is offline, and where a proxy answers in between', () => {
  test(
    'the largest file arrives both ways, is confirmed once, and its download continues where it was cut',
    async () => {
      const range = expect.stringMatching(/^bytes=[1-9]\d*-/);
      // 40 Mbit/s, not 128 kbit/s: the line is cut as often, in minutes in place of hours.
      const seen = await setting.largeFile({ size: LARGEST, bytesPerSecond: 5_000_000, cuts: 3 });
      expect(seen).toEqual({ announced: 1, confirmed: 1, isSame: true, ranges: [undefined, range, range, range] });
    },
    MAX_MS,
  );

  test(
    'every one of 2 000 files arrives both ways, and each is announced and confirmed once',
    async () => {
      const seen = await setting.manyFiles({ count: 2000, times: 3 });
      expect(seen).toEqual({ announced: 2000, confirmed: 2000, isSame: true });
    },
    MAX_MS,
  );

  test(
    'a link with one download gives the largest file and counts once',
    async () => {
      expect(await setting.oneDownload(LARGEST)).toEqual({ isSame: true, downloads: 1 });
    },
    MAX_MS,
  );
});
