import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { PRINTED, PROGRAM } from './readme.ts';

test('the program of the README prints what the README says', () => {
  const printed = execFileSync(process.execPath, ['--conditions=@strongroom/source', '--input-type=module', '-'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    input: PROGRAM,
    encoding: 'utf8',
  });
  expect(printed).toBe(PRINTED);
});

test('the program of the README fits on one screen', () => {
  expect(PROGRAM.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
});
