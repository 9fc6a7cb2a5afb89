import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { findNewerNode, isNewEnough, runAgain } from '@strongroom/command-line/node-version';
import { aFolder, execute } from './setting.ts';

/** Preloaded, it makes this Node look old; the Node that is started instead does not load it. */
const PRETEND = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.0'})`;

/** The program in a repository, which may include a Node. */
async function aRepository(node?: string): Promise<Readonly<{ root: string; main: string }>> {
  const root = await aFolder();
  const app = join(root, 'apps', 'cli');
  await mkdir(app, { recursive: true });
  for (const part of ['src', 'package.json'])
    await cp(resolve(import.meta.dirname, '..', part), join(app, part), { recursive: true });
  await symlink(resolve(import.meta.dirname, '../node_modules'), join(app, 'node_modules'));
  const bin = join(root, 'node_modules', '.bin');
  await mkdir(bin, { recursive: true });
  for (const name of ['@strongroom', 'cli-progress'])
    await symlink(resolve(import.meta.dirname, '../../../node_modules', name), join(root, 'node_modules', name));
  if (node !== undefined) await symlink(node, join(bin, 'node'));
  return { root, main: join(app, 'src', 'main.ts') };
}

/** Whichever Node runs them reads the packages from their sources. */
const env = { NODE_OPTIONS: '-C @strongroom/source' };

async function nodeThatSays(version: string): Promise<string> {
  const file = join(await aFolder(), 'node');
  await writeFile(file, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  return file;
}

test('the program starts the Node of the repository under an older one', async () => {
  const { main } = await aRepository(process.execPath);
  const { code, out, err } = await execute(['--import', PRETEND, main, '--version'], { env });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('the program passes arguments, streams and exit code of the other Node on', async () => {
  const { main } = await aRepository(process.execPath);
  const { code, out, err } = await execute(['--import', PRETEND, main, 'rooms', '--no such'], { env });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain("unknown option '--no such'");
});

test.each([
  ['none', undefined],
  ['one that is too old as well', 'v24.9.0'],
  ['one that does not say', ''],
])('the program says which version it needs on %s in the repository', async (_title, version) => {
  const { main } = await aRepository(version === undefined ? undefined : await nodeThatSays(version));
  const { code, out, err } = await execute(['--import', PRETEND, main, '--version'], { env });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^strongroom: this needs Node 26 or newer and runs on 20\.1\.0\. [^\n]+\n$/);
});

test('the nearest Node upwards is used', async () => {
  const { root, main } = await aRepository(process.execPath);
  expect(findNewerNode(pathToFileURL(main))).toBe(join(root, 'node_modules', '.bin', 'node'));
});

test('the program exits like a shell when a signal ends the other Node', async () => {
  expect(await runAgain(process.execPath, ['-e', 'process.exit(3)'])).toBe(3);
  expect(await runAgain(process.execPath, ['-e', "process.kill(process.pid, 'SIGKILL')"])).toBe(137);
});

test('versions are compared by number', () => {
  expect(['v26.0.0', '26.10.0', '100.0.0\n'].map(isNewEnough)).toEqual([true, true, true]);
  expect(['v25.9.9', '3.0.0', '', 'x'].map(isNewEnough)).toEqual([false, false, false, false]);
});
