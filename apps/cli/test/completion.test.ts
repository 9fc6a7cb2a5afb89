import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { offeredByFish, typedInZsh } from '../../../scripts/shells.ts';
import { wholeProgram } from '../src/program/program.ts';
import { aFolder, strongroomHere } from './setting.ts';

const COMMANDS = (await wholeProgram()).runnable;

const scriptFor = async (shell: string): Promise<string> => (await strongroomHere(['completion', shell])).out;

/** The words that bash offers for the last word. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const folder = await aFolder();
  const script = join(folder, 'completion.bash');
  await writeFile(script, await scriptFor('bash'));
  await writeFile(join(folder, 'a file.txt'), '');
  const ask = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _strongroom; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['--norc', '-u', '-c', ask, 'bash', script, 'strongroom', ...words],
    {
      cwd: folder,
    },
  );
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

test('bash completes the first word, and the second of a family', async () => {
  expect(await offered('ro')).toEqual(['rooms']);
  expect(await offered('rooms', 'un')).toEqual(['unarchive']);
  const first = await offered('');
  for (const { path } of COMMANDS) expect(first).toContain(path.split(' ')[0]);
});

test('bash completes the options of a command, and of the list for a family without its second word', async () => {
  expect(await offered('put', 'Falcon', '--l')).toEqual(['--label']);
  expect(await offered('audit', '--ou')).toEqual(['--outcome']);
  expect(await offered('share', 'revoke', '--max')).toEqual([]);
  expect(await offered('share', 'Falcon', '--max')).toEqual(['--max-downloads']);
});

test('bash completes fixed values, and file names for paths', async () => {
  expect(await offered('members', 'add', 'Falcon', 'ada', '--role', '')).toEqual(['owner', 'contributor', 'viewer']);
  expect(await offered('completion', 'z')).toEqual(['zsh']);
  expect(await offered('put', 'Falcon', 'a')).toEqual(['a file.txt']);
  expect(await offered('get', 'Falcon', '--to', 'a')).toEqual(['a file.txt']);
  expect(await offered('rooms', 'create', 'a')).toEqual([]);
});

/** Checks closed quotes and the ends of `case` and `if`, without the shell itself. */
function balanceOf(script: string): Readonly<Record<string, number>> {
  const bare = script
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/'(?:[^'\\]|\\.)*'/gu, '""');
  const count = (word: RegExp): number => bare.match(word)?.length ?? 0;
  return {
    quotes: bare.split("'").length - 1,
    cases: count(/\bcase\b/gu) - count(/\besac\b/gu),
    ifs: count(/\bif\b/gu) - count(/\bfi\b/gu),
    braces: count(/\{/gu) - count(/\}/gu),
  };
}

test.each(['bash', 'zsh', 'fish'])(
  'the script for %s is complete and names every command and option',
  async (shell) => {
    const script = await scriptFor(shell);
    expect(balanceOf(script)).toEqual({ quotes: 0, cases: 0, ifs: 0, braces: 0 });
    for (const { path, options } of COMMANDS) {
      for (const word of path.split(' ')) expect(script).toContain(word);
      for (const option of options)
        expect(script).toContain(shell === 'fish' ? `-l ${option.name()}` : `--${option.name()}`);
    }
  },
);

test.each(['bash', 'zsh'])('a shell reads the script for %s without an error', async (shell) => {
  const file = join(await aFolder(), 'script');
  await writeFile(file, await scriptFor(shell));
  // Both scripts use only the common syntax of shells.
  await expect(promisify(execFile)('bash', ['-n', file])).resolves.toEqual({ stdout: '', stderr: '' });
});

/** A folder with the script for a shell and a file. */
async function aDesk(shell: string) {
  const cwd = await aFolder();
  const script = join(cwd, `completion.${shell}`);
  await writeFile(script, await scriptFor(shell));
  await writeFile(join(cwd, 'a file.txt'), '');
  await writeFile(join(cwd, 'strongroom'), '#!/bin/sh\n', { mode: 0o755 });
  return { script, cwd };
}

test('zsh completes words, options, fixed values and files', async () => {
  const { script, cwd } = await aDesk('zsh');
  const typed = {
    'strongroom roo': 'strongroom rooms ',
    'strongroom rooms un': 'strongroom rooms unarchive ',
    'strongroom put Falcon --lab': 'strongroom put Falcon --label ',
    'strongroom audit --ou': 'strongroom audit --outcome ',
    'strongroom share revoke --max': 'strongroom share revoke --max',
    'strongroom share Falcon --max': 'strongroom share Falcon --max-downloads ',
    'strongroom members add Falcon ada --role v': 'strongroom members add Falcon ada --role viewer ',
    'strongroom completion z': 'strongroom completion zsh ',
    'strongroom put Falcon a': 'strongroom put Falcon a\\ file.txt ',
  };
  expect(await typedInZsh(script, Object.keys(typed), { cwd })).toEqual(Object.values(typed));
});

test('fish completes words, options, fixed values and files', async () => {
  const { script, cwd } = await aDesk('fish');
  const words = (line: string) => offeredByFish(script, line, { cwd });
  expect(await words('strongroom roo')).toEqual(['rooms']);
  expect(await words('strongroom rooms un')).toEqual(['unarchive']);
  expect(await words('strongroom put Falcon --lab')).toEqual(['--label']);
  expect(await words('strongroom audit --ou')).toEqual(['--outcome']);
  expect(await words('strongroom share revoke --max')).toEqual([]);
  expect(await words('strongroom share Falcon --max')).toEqual(['--max-downloads']);
  expect(await words('strongroom put share --max')).toEqual([]);
  expect(await words('strongroom members add Falcon ada --role v')).toEqual(['viewer']);
  expect(await words('strongroom completion z')).toEqual(['zsh']);
  expect(await words('strongroom put Falcon a')).toEqual(['a file.txt']);
});

test('completion rejects an unknown shell, and lists the known ones', async () => {
  const { code, err } = await strongroomHere(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(err).toContain('Allowed choices are bash, zsh, fish.');
});
