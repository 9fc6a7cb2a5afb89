import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const PACKAGE = resolve(import.meta.dirname, '..');
const SENTENCE = 'Error: @strongroom/client needs Node 22 or newer and runs on 21.9.0. Install a newer Node.';

/** Imports a file of the library on this Node, which says that it is `version`. */
const imported = (file: string, version: string) => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
  const options = ['-C', '@strongroom/source', '--import', pretend, '--input-type=module'];
  const program = `await import('${pathToFileURL(resolve(PACKAGE, 'src/node', file)).href}');`;
  return promisify(execFile)(process.execPath, [...options, '--eval', program]);
};

test.each(['index.ts', 'cloud-kms.ts'])('%s says which Node it needs, and stops', async (file) => {
  const failure: unknown = await imported(file, '21.9.0').catch((error: unknown) => error);
  expect((failure as { stderr: string }).stderr).toContain(SENTENCE);
});

test('the package loads on the oldest Node that its package allows', async () => {
  const { engines } = JSON.parse(readFileSync(resolve(PACKAGE, 'package.json'), 'utf8')) as { engines: object };
  expect(engines).toEqual({ node: '>=22' });
  await imported('index.ts', '22.0.0');
});
