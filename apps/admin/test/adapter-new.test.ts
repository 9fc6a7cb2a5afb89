import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { aFolder, strongroomAdminHere } from './setting.ts';

test('adapter new --kind audit creates a document store with an audit log', async () => {
  const folder = join(await aFolder(), 'strongroom-log');
  const { code, out } = await strongroomAdminHere(['adapter', 'new', folder, '--kind', 'audit']);
  expect([code, out]).toEqual([0, expect.stringContaining('An audit log comes with its documents')]);
  const suites = await readFile(join(folder, 'test/contract.test.js'), 'utf8');
  for (const suite of ['auditLogSuite', 'documentStoreSuite']) expect(suites).toContain(suite);
});

test('adapter new suggests the kind that was meant', async () => {
  const { code, err } = await strongroomAdminHere(['adapter', 'new', 'x', '--kind', 'audti']);
  expect([code, err]).toEqual([2, expect.stringContaining('Did you mean audit?')]);
});
