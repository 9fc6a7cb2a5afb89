import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { CliCommand } from '@strongroom/command-line';
import { ADMIN_COMMANDS, MEMBER_COMMANDS } from '@strongroom/command-line/commands';
import { wholeProgram as adminProgram } from '../apps/admin/src/program/program.ts';
import { wholeProgram as memberProgram } from '../apps/cli/src/program/program.ts';
import { documentationPages } from './docs/pages.ts';

const pathsOf = ({ runnable }: CliCommand): readonly string[] => runnable.map(({ path }) => path);
const [admin, member] = [pathsOf(await adminProgram()), pathsOf(await memberProgram())];
const isPath = (command: string): boolean => !command.includes(' --');

describe('the commands that one program has and the other has not', () => {
  test('are listed for `strongroom`, which names the right program', () => {
    expect(ADMIN_COMMANDS.filter(isPath).toSorted()).toEqual(admin.filter((path) => !member.includes(path)).toSorted());
  });

  test('are listed for `strongroom-admin`, which names the right program', () => {
    expect(MEMBER_COMMANDS.toSorted()).toEqual(member.filter((path) => !admin.includes(path)).toSorted());
  });
});

test('the programs share only commands that each needs for itself', () => {
  expect(member.filter((path) => admin.includes(path))).toEqual(['completion', 'audit key']);
});

/** Words of a command that a page names, and whether they lead to a command; a group alone may be named. */
function leads(words: readonly string[], paths: readonly string[]): boolean {
  const known = (count: number): string => words.slice(0, count).join(' ');
  let count = 0;
  while (count < words.length && paths.some((path) => `${path} `.startsWith(`${known(count + 1)} `))) count++;
  return count > 0 && (paths.includes(known(count)) || count === words.length);
}

test.each([
  ['strongroom', member],
  ['strongroom-admin', admin],
] as const)('the pages name commands of %s that exist', (program, paths) => {
  const named = new RegExp(`(?<![\\w/.-])${program} ((?:[a-z][a-z-]*(?![\\w./=])\\s?)+)`, 'g');
  const wrong = documentationPages()
    .filter((page) => page !== 'CHANGELOG.md' && !page.startsWith('docs/adr/'))
    .flatMap((page) =>
      readFileSync(page, 'utf8')
        .split('\n')
        .flatMap((line) => Array.from(line.matchAll(/`[^`]+`|^(?:npx )?strongroom.*/g), ([code]) => code))
        .flatMap((code) => Array.from(code.matchAll(named), ([, words = '']) => words.trim().split(/\s+/)))
        .filter((words) => !leads(words, paths))
        .map((words) => `${page}: ${program} ${words.join(' ')}`),
    );
  expect(wrong).toEqual([]);
});
