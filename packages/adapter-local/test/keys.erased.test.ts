import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { UserId } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { erasedFile } from '../src/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-erased-'));
});
afterEach(() => rm(folder, { recursive: true }));

const path = (): string => join(folder, 'keys', 'erased.ids');
const ids = (count: number): readonly UserId[] => Array.from({ length: count }, () => randomUUID() as UserId);

test('the list is empty before the first id, and keeps each once', async () => {
  const [one, other] = ids(2);
  if (one === undefined || other === undefined) throw new TypeError('two ids');
  expect(await erasedFile(path()).ids()).toEqual(new Set());
  await erasedFile(path()).note([one]);
  await erasedFile(path()).note([other, one]);
  expect(await erasedFile(path()).ids()).toEqual(new Set([one, other]));
  expect(await readFile(path(), 'utf8')).toBe(`${one}\n${other}\n`);
});

test('the list of erased people refuses a file with anything else, and leaves it', async () => {
  await erasedFile(path()).note(ids(1));
  await writeFile(path(), 'ada@rooms.example\n');
  await expect(erasedFile(path()).ids()).rejects.toThrow(Unavailable);
  await expect(erasedFile(path()).note(ids(1))).rejects.toThrow(Unavailable);
  expect(await readFile(path(), 'utf8')).toBe('ada@rooms.example\n');
});
