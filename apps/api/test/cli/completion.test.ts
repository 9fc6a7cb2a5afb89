import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COMPILE_CACHE } from '@strongroom/test-servers/compile-cache';
import { offeredByFish, typedInZsh } from '../../../../scripts/shells.ts';
import { build, ROOT } from '../support/built.ts';
import { eventually } from '../support/service-process.ts';
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
  for (const name of ['Budget 2027', 'Budget $(touch ran)', 'Budget `touch ran`', "Budget'; touch ran #", 'Budget!!'])
    await owner.output(['rooms', 'create', name]);
  await owner.output(['rooms', 'create', '--', '--to=elsewhere']);
  await owner.write({ '2027/offer.pdf': 'a', '2027/notes.md': 'b', 'plan.txt': 'c' });
  await owner.output(['put', 'Project Falcon', '2027', 'plan.txt']);
  script = join(owner.home, 'completion.bash');
  await writeFile(script, await owner.output(['completion', 'bash']));
  const command = join(owner.home, 'strongroom');
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'apps/cli/dist/main.js')}' "$@"\n`);
  await chmod(command, 0o755);
});
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

/** Waits for an offer: a shell on a busy machine gets nothing after two seconds. */
const some = (words: readonly string[]): Promise<readonly string[]> =>
  eventually(`an offer for ${words.join(' ')}`, async () => {
    const found = await offered(words);
    return found.length > 0 ? found : undefined;
  });

test('completion offers rooms, quoted for the shell', async () => {
  expect(await some(['ls', 'A'])).toEqual(["Ada\\'s"]);
  expect(await some(['ls', 'Project\\ F'])).toEqual(['Project\\ Falcon']);
  expect(await some(['ls', '"Proj'])).toEqual(['Project Falcon']);
  expect(await some(['members', 'add', 'P'])).toEqual(['Project\\ Falcon']);
  expect(await some(['audit', '--room', 'P'])).toEqual(['Project\\ Falcon']);
});

test('completion offers no name that a shell would run, or that would end an open quote', async () => {
  expect(await some(['ls', '"Budg'])).toEqual(['Budget 2027']);
  expect(await some(['ls', "'Budg"])).toEqual(['Budget 2027']);
  expect(await some(['ls', 'Budg'])).toContain('Budget\\ \\$\\(touch\\ ran\\)');
  expect(await offered(['ls', '"Budget "'])).toEqual([]);
});

test('completion offers no name that a command would read as an option', async () => {
  const found = await some(['ls', '']);
  expect(found).toContain('Project\\ Falcon');
  expect(found.filter((name) => name.includes('elsewhere'))).toEqual([]);
});

test('completion offers folders and files in a room, after options with their values', async () => {
  expect((await some(['get', 'Project\\ Falcon', ''])).toSorted()).toEqual(['2027/', 'plan.txt']);
  expect((await some(['get', '--to', 'x', "'Project Falcon'", '2027/'])).toSorted()).toEqual([
    '2027/',
    '2027/notes.md',
    '2027/offer.pdf',
  ]);
  expect(await some(['rm', 'Project\\ Falcon', 'plan.txt', '2027/o'])).toEqual(['2027/offer.pdf']);
  expect(await offered(['ls', 'Nowhere', ''])).toEqual([]);
});

test('completion offers labels and users', async () => {
  expect(await some(['rooms', 'create', 'X', '--label', ''])).toEqual(['C1', 'C2', 'C3', 'C4']);
  expect(await some(['relabel', 'Project\\ Falcon', 'plan.txt', 'C'])).toEqual(['C1', 'C2', 'C3', 'C4']);
  expect(await some(['members', 'add', 'Project\\ Falcon', 'own'])).toEqual(['owner@strongroom.local']);
});

test.each(['zsh', 'fish'] as const)('%s completes rooms, paths, labels and users', async (shell) => {
  const { owner } = office;
  const other = join(owner.home, `completion.${shell}`);
  await writeFile(other, await owner.output(['completion', shell]));
  const around = { cwd: owner.home, env: COMPILE_CACHE };
  const found = {
    zsh: async (line: string) => (await typedInZsh(other, [line], around))[0],
    fish: async (line: string) => (await offeredByFish(other, line, around))[0],
  }[shell];
  // A shell on a busy machine gets nothing after two seconds.
  const becomes = (line: string, expected: string) =>
    eventually(`${expected} for ${line}`, async () => ((await found(line)) === expected ? true : undefined));
  const whole = (before: string, word: string) => (shell === 'zsh' ? `${before}${word} ` : word.replaceAll('\\', ''));
  const lines = [
    ['strongroom ls Project', whole('strongroom ls ', 'Project\\ Falcon')],
    ['strongroom get Project\\ Falcon 2027/o', whole('strongroom get Project\\ Falcon ', '2027/offer.pdf')],
    ['strongroom members add Ada own', whole('strongroom members add Ada ', 'owner@strongroom.local')],
    ['strongroom rooms create X --label C4', whole('strongroom rooms create X --label ', 'C4')],
  ] as const;
  for (const [line, expected] of lines) expect(await becomes(line, expected)).toBe(true);
});

test('completion says nothing where nothing answers, and no user is signed in', async () => {
  expect(await offered(['ls', ''], { STRONGROOM_URL: 'http://127.0.0.1:9', STRONGROOM_TOKEN: office.token })).toEqual(
    [],
  );
  expect(await offered(['ls', ''], { HOME: '/nowhere' })).toEqual([]);
  expect(await offered(['ls', ''], { STRONGROOM_CONFIG: script })).toEqual([]);
});
