import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COMPILE_CACHE } from '../../../../scripts/compile-cache.ts';
import { build, ROOT } from '../support/built.ts';
import { anOffice, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

let office: Office;
let script: string;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
  const { owner } = office;
  await owner.output(['rooms', 'create', 'Project Falcon']);
  await owner.output(['rooms', 'create', "Ada's"]);
  await owner.write({ '2027/offer.pdf': 'a', '2027/notes.md': 'b', 'plan.txt': 'c' });
  await owner.output(['put', 'Project Falcon', '2027', 'plan.txt']);
  script = join(owner.home, 'completion.bash');
  await writeFile(script, await owner.output(['completion', 'bash']));
  const command = join(owner.home, 'strongroom');
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'apps/cli/dist/main.js')}' "$@"\n`);
  await chmod(command, 0o755);
}, 120_000);
afterAll(() => office.end());

/** The words that bash offers for the last of these words, as typed. */
async function offered(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { home } = office.owner;
  const ask = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _strongroom; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['--norc', '-u', '-c', ask, 'bash', script, 'strongroom', ...words],
    { cwd: home, env: { HOME: home, PATH: `${home}:/usr/bin:/bin`, ...COMPILE_CACHE, ...env } },
  );
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

test('completes rooms, as the shell reads them', async () => {
  expect((await offered(['ls', ''])).toSorted()).toEqual(["Ada\\'s", 'Project\\ Falcon']);
  expect(await offered(['ls', 'Project\\ F'])).toEqual(['Project\\ Falcon']);
  expect(await offered(['ls', '"Proj'])).toEqual(['Project Falcon']);
  expect(await offered(['members', 'add', 'P'])).toEqual(['Project\\ Falcon']);
  expect(await offered(['audit', '--room', 'P'])).toEqual(['Project\\ Falcon']);
});

test('completes folders and files in a room, after options with their values', async () => {
  expect((await offered(['get', 'Project\\ Falcon', ''])).toSorted()).toEqual(['2027/', 'plan.txt']);
  expect((await offered(['get', '--to', 'x', "'Project Falcon'", '2027/'])).toSorted()).toEqual([
    '2027/',
    '2027/notes.md',
    '2027/offer.pdf',
  ]);
  expect(await offered(['rm', 'Project\\ Falcon', 'plan.txt', '2027/o'])).toEqual(['2027/offer.pdf']);
  expect(await offered(['ls', 'Nowhere', ''])).toEqual([]);
});

test('completes labels and users', async () => {
  expect(await offered(['rooms', 'create', 'X', '--label', ''])).toEqual(['C1', 'C2', 'C3', 'C4']);
  expect(await offered(['relabel', 'Project\\ Falcon', 'plan.txt', 'C'])).toEqual(['C1', 'C2', 'C3', 'C4']);
  expect(await offered(['members', 'add', 'Project\\ Falcon', 'own'])).toEqual(['owner@strongroom.local']);
});

test('says nothing where nothing answers, and no user is signed in', async () => {
  expect(await offered(['ls', ''], { STRONGROOM_URL: 'http://127.0.0.1:9', STRONGROOM_TOKEN: office.token })).toEqual(
    [],
  );
  expect(await offered(['ls', ''], { HOME: '/nowhere' })).toEqual([]);
  expect(await offered(['ls', ''], { STRONGROOM_CONFIG: script })).toEqual([]);
});
