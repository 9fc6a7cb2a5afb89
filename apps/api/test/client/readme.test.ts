import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { blockOf } from '../../../../scripts/docs/readme-block.ts';
import { build, ROOT } from '../support/built.ts';
import { type Served, serve } from './service.ts';

let served: Served;
beforeAll(async () => {
  [served] = await Promise.all([serve(), build()]);
});
afterAll(() => served.stop());

const README = join(ROOT, 'packages/client/README.md');
const PROGRAM = blockOf(README, 'js');

/** Another project, with the library and the command installed. */
async function project(): Promise<string> {
  const folder = join(served.folder, 'project');
  const [scope, bin] = [join(folder, 'node_modules/@strongroom'), join(folder, 'node_modules/.bin')];
  for (const path of [scope, bin]) await mkdir(path, { recursive: true });
  await symlink(join(ROOT, 'packages/client'), join(scope, 'client'), 'dir');
  await symlink(join(ROOT, 'apps/admin/bin/strongroom-admin.mjs'), join(bin, 'strongroom-admin'));
  await symlink(served.data, join(folder, 'data'), 'dir');
  await writeFile(join(folder, 'term-sheet.txt'), 'We pay 12.');
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
  return folder;
}

test('the program of the README does what the README says', async () => {
  const cwd = await project();
  const path = [join(cwd, 'node_modules/.bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const { stdout } = await promisify(execFile)(process.execPath, ['-C', '@strongroom/source', 'program.mjs'], {
    cwd,
    env: { PATH: path, STRONGROOM_URL: served.url, STRONGROOM_TOKEN: served.token },
  });
  expect(stdout).toBe(blockOf(README, 'text'));
  expect(await readFile(join(cwd, 'copy-of-term-sheet.txt'), 'utf8')).toBe('We pay 12.');
  expect((await stat(join(cwd, 'copy-of-term-sheet.txt'))).mode & 0o077).toBe(0);
});

test('the install lines of the README install the library', async () => {
  const cwd = join(served.folder, 'another project');
  await mkdir(cwd);
  await writeFile(join(cwd, 'package.json'), '{"type": "module"}');
  const run = promisify(execFile);
  await run('/bin/bash', ['-e', '-c', `CLONE=${ROOT}\n${blockOf(README, 'bash')}`], { cwd });
  const program = "import { pathInFolder } from '@strongroom/client'; console.log(pathInFolder('.', { name: '.a' }));";
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd });
  expect(stdout).toBe('_.a\n');
});

test('the program of the README has about ten lines', () => {
  expect(PROGRAM.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10);
});
