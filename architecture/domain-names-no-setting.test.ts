import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '../packages/domain/src');

test('the domain names no setting of a program: callers hand in the names that its sentences need', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES });
  expect(files.length).toBeGreaterThan(50);
  const naming = files.filter((file) => readFileSync(join(SOURCES, file), 'utf8').includes('STRONGROOM_'));
  expect(naming).toEqual([]);
});
