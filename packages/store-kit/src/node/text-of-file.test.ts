import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemErrorCode } from '@strongroom/ports';
import { textOfFile } from './text-of-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-text-'));
});
afterEach(() => rm(folder, { recursive: true }));

const codeOf = (work: Promise<unknown>): Promise<string | undefined> => work.then(() => 'read', systemErrorCode);

test('a file of exactly the bound is read', async () => {
  const file = join(folder, 'a');
  await writeFile(file, '\ufeffäbc');
  expect(await textOfFile(file, 7)).toBe('\ufeffäbc');
  expect(await codeOf(textOfFile(file, 6))).toBe('EFBIG');
});

test('reading rejects with the code of the system, and a file without an end is read up to the bound', async () => {
  const giant = join(folder, 'giant');
  await writeFile(giant, '');
  await truncate(giant, 10_000_000_000);
  expect(await codeOf(textOfFile(giant))).toBe('EFBIG');
  expect(await codeOf(textOfFile('/dev/zero'))).toBe('EFBIG');
  expect(await codeOf(textOfFile(folder))).toBe('EISDIR');
  expect(await codeOf(textOfFile(join(folder, 'none')))).toBe('ENOENT');
});
