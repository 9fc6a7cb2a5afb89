import { open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { appenderTo } from '../src/node/appender.ts';

const path = join(tmpdir(), `appender-${process.pid}`);
afterEach(() => rm(path, { force: true }));

test('an appender writes pieces of any size in order, however few bytes the disk takes at a time', async () => {
  const handle = await open(path, 'w');
  // The first buffer alone, and of that a part.
  const writev = async ([first]: readonly Uint8Array[], position: number) =>
    handle.write(first?.subarray(0, Math.max(1, first.length >> 1)) ?? new Uint8Array(), { position });
  const content = appenderTo({ writev });
  const sizes = [1, 0, 70_000, 3, 1_100_000, ...Array.from({ length: 300 }, (_, index) => index)];
  const pieces = sizes.map((size, index) => Buffer.alloc(size, index));
  const whole = Buffer.concat(pieces);
  for (const piece of pieces) await content.append(Buffer.from(piece));
  await content.finish();
  await handle.close();
  expect((await readFile(path)).equals(whole)).toBe(true);
});

test('an appender frees the memory of a piece once it is written', async () => {
  const handle = await open(path, 'w');
  const content = appenderTo(handle);
  const piece = new Uint8Array(70_000);
  expect(content.append(piece)).toBeUndefined();
  expect(piece.byteLength).toBe(70_000);
  await content.finish();
  expect(piece.byteLength).toBe(0);
  await handle.close();
});
