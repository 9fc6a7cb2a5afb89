import { describe, expect, test } from '@jest/globals';
import type { CliCommand } from '@strongroom/command-line';
import { ADMIN_COMMANDS, MEMBER_COMMANDS } from '@strongroom/command-line/commands';
import { wholeProgram as adminProgram } from '../apps/admin/src/program/program.ts';
import { wholeProgram as memberProgram } from '../apps/cli/src/program/program.ts';

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
