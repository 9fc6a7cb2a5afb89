import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
/** Prints the modules that a program loads, when it ends. */
const NOTING = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
  process.on('exit', () => process.stderr.write('\\n' + JSON.stringify(loaded)));
`;

/** The modules of this repository that a command loads, and its packages. */
async function loadedBy(...args: readonly string[]) {
  const hook = `data:text/javascript,${encodeURIComponent(NOTING)}`;
  const node = ['-C', '@strongroom/source', '--import', hook];
  const { stderr } = await promisify(execFile)(process.execPath, [...node, MAIN, ...args]);
  const urls: readonly string[] = JSON.parse(stderr.slice(stderr.lastIndexOf('\n')));
  const own = urls.filter((url) => !url.startsWith('node:') && !url.includes('/node_modules/'));
  return {
    modules: own.length,
    packages: new Set(own.flatMap((url) => /\/(?:packages|apps)\/([^/]+)\/src\//.exec(url)?.[1] ?? [])),
  };
}

test('the program loads only what a command needs', async () => {
  const version = await loadedBy('--version');
  // The kit of stores tells builds apart; the settings find the nearest name.
  expect(version.packages).toEqual(new Set(['cli', 'command-line', 'settings', 'store-kit']));
  expect(version.modules).toBeLessThan(45);
  for (const command of ['get', 'put']) {
    const { packages, modules } = await loadedBy(command, '--help');
    // The ports recognise errors of the operating system.
    expect(packages).toEqual(new Set(['cli', 'client', 'command-line', 'ports', 'settings', 'store-kit']));
    expect(modules).toBeLessThan(200);
  }
});
