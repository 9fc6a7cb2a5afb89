import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { KeyFileCache } from './held-files.ts';

let folder: string;
let held: KeyFileCache;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-held-'));
  held = new KeyFileCache();
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const contentOf = (path: string): string | undefined => held.content(path)?.toString('latin1');

test('a file is read once in a turn, and again in the next one', async () => {
  const path = file('a', 'first');
  expect(contentOf(path)).toBe('first');
  file('a', 'second');
  expect(contentOf(path)).toBe('first');
  await Promise.resolve();
  expect(contentOf(path)).toBe('second');
});

test('a file is read again after it was wiped', () => {
  const path = file('a', 'first');
  expect(contentOf(path)).toBe('first');
  held.wipe();
  file('a', 'second');
  expect(contentOf(path)).toBe('second');
});

test('bytes that were read are zero at the end of the turn', async () => {
  const content = held.content(file('a', 'secret'));
  await Promise.resolve();
  expect([...(content ?? [])]).toEqual([0, 0, 0, 0, 0, 0]);
});

test('more files than the cache holds are all read', () => {
  const paths = Array.from({ length: 40 }, (_, number) => file(String(number), `content of ${number}`));
  for (const round of [1, 2])
    expect([round, ...paths.map(contentOf)]).toEqual([round, ...paths.map((_, number) => `content of ${number}`)]);
});

test('the content of a short file does not end with bytes of an earlier, longer one', async () => {
  expect(contentOf(file('a', 'a long secret'))).toBe('a long secret');
  await Promise.resolve();
  expect(contentOf(file('b', 'short'))).toBe('short');
});

test('a file that is missing is undefined until it exists', () => {
  const path = join(folder, 'a');
  expect(held.content(path)).toBeUndefined();
  expect(contentOf(file('a', 'made'))).toBe('made');
});
