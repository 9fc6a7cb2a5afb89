import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { build } from '../apps/api/test/support/built.ts';

const DEMO = fileURLToPath(new URL('demo.ts', import.meta.url));
const left = async (): Promise<readonly string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('strongroom-demo-'));

test('the demo runs to its end on a real service and leaves no files', async () => {
  await build();
  const before = await left();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [DEMO]);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/is in [1-9]\d* of them\. A thief of the service's disk would\s+find it in 0\./);
  expect(stdout).toMatch(/files labelled C4 +[1-9]\d* +0\n/);
  expect(stdout).toContain('✓ 3      got the file');
  expect(stdout).toContain('✗ 17     got SHARE_EXHAUSTED');
  expect(stdout).toMatch(/Jonas {2}asks for the room with an old token: TOKEN_INVALID/);
  expect(stdout).toMatch(/the room's key +destroyed, \d{4}/);
  expect(stdout).toMatch(/objects left on the disk +0\n/);
  expect(stdout).toContain('The end, after');
  expect(stdout).not.toContain('\u001b');
  expect((await left()).filter((name) => !before.includes(name))).toEqual([]);
});
