import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { makeImage } from './image.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-image-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function buildah(script: string): Promise<string> {
  const path = join(folder, 'buildah');
  await writeFile(path, `#!/bin/sh\n[ "$1" = --version ] || { ${script}; }\n`);
  await chmod(path, 0o755);
  return path;
}

test('the image is left out, with the reason, if no registry can be reached', async () => {
  const program = await buildah('echo "pinging container registry" >&2; echo "no such host" >&2; exit 125');
  expect(await makeImage('1.2.3', folder, program)).toEqual({ leftOut: 'buildah failed: no such host' });
});

test('the image is left out where buildah is missing', async () => {
  expect(await makeImage('1.2.3', folder, join(folder, 'none'))).toEqual({ leftOut: 'buildah is not there' });
});

test('the image is in a file', async () => {
  const program = await buildah(':');
  expect(await makeImage('1.2.3', folder, program)).toEqual({ file: join(folder, 'strongroom-1.2.3-image.tar') });
});
