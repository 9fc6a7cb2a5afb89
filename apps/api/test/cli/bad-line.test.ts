import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { BadLine } from './bad-line.ts';
import { QuickDesk } from './quick-desk.ts';

const MEBIBYTE = 1024 * 1024;
const PART = 5 * MEBIBYTE;
/** Bytes of the calls of both processes. */
const CALLS = 65_536;

let setting: BadLine;
beforeAll(async () => {
  await build();
  setting = await BadLine.make(QuickDesk);
}, 120_000);
afterAll(() => setting.end());

describe('over a line that is cut, is offline, and where a proxy answers in between', () => {
  test('a file arrives both ways, is confirmed once, and its download continues where it was cut', async () => {
    const range = expect.stringMatching(/^bytes=[1-9]\d*-/);
    const seen = await setting.largeFile({ size: 600_000, bytesPerSecond: 3_000_000, cuts: 1 });
    expect(seen).toEqual({ announced: 1, confirmed: 1, isSame: true, ranges: [undefined, range] });
  });

  test.each([
    ['a kill', 'SIGKILL', 'SIGKILL'],
    ['Ctrl-C', 'SIGINT', 130],
  ] as const)(
    'another process continues a large file after %s, and after a cut, with the missing parts',
    async (_, signal, code) => {
      const size = 20 * MEBIBYTE + 17;
      const { all, afterwards, ...seen } = await setting.endedInTheMiddle(size, signal);
      expect(seen).toEqual({ announced: 1, isSame: true, code });
      // The first process had sent more than a half, of which at most one part was not whole.
      expect(afterwards).toBeLessThan(size / 2 + PART + MEBIBYTE + CALLS);
      expect(all).toBeLessThan(size + PART + MEBIBYTE + CALLS);
    },
  );

  test('every one of many files arrives both ways, and each is announced and confirmed once', async () => {
    expect(await setting.manyFiles({ count: 60, times: 1 })).toEqual({ announced: 60, confirmed: 60, isSame: true });
  });

  test('a link with one download gives its file and counts once', async () => {
    expect(await setting.oneDownload(300_000)).toEqual({ isSame: true, downloads: 1 });
  });
});
