import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { wholeProgram } from '../src/program/program.ts';
import { strongroom, strongroomHere } from './setting.ts';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');

const COMMANDS = (await wholeProgram()).runnable;

/** Help is wrapped to the width of the terminal. */
const unwrapped = (text: string): string => text.replaceAll(/\s+/gu, ' ');

test.each([
  [[], /^Usage: strongroom COMMAND/],
  [['nonsense'], /unknown command 'nonsense'\. See `strongroom --help`/],
  [['room'], /unknown command 'room'\. Did you mean rooms\? See `strongroom --help`/],
  [['keys'], /^Usage: strongroom keys /],
  [['keys', 'us'], /unknown command 'us'\. Did you mean use\? See `strongroom keys --help`/],
  [['--verbose'], /unknown option '--verbose'\. See `strongroom --help`/],
  [['whoami', '--verbose'], /unknown option '--verbose'\. See `strongroom whoami --help`/],
  [['whoami', '--jsn'], /unknown option '--jsn'\. Did you mean --json\? See `strongroom whoami --help`/],
  [['whoami', '-x'], /unknown option '-x'/],
  [['whoami', 'now'], /too many arguments for 'whoami'/],
  [['rooms', 'list', 'now'], /too many arguments for 'list'/],
  [['rooms', 'lst'], /unknown command 'lst'\. Did you mean `strongroom rooms list`\? See `strongroom rooms --help`/],
  [['share', 'lst'], /unknown command 'lst'\. Did you mean `strongroom share list`\? See `strongroom share --help`/],
  [['share', 'revok', '--room', 'Falcon', '--all'], /Did you mean `strongroom share revoke`\?/],
  [['inbox', 'acept', 'Falcon', 'a', 'b'], /Did you mean `strongroom inbox accept`\?/],
  [['members', 'lst', 'Falcon', 'Bob'], /Did you mean `strongroom members list`\?/],
  [['audit', 'repar'], /Did you mean `strongroom-admin audit repair`\? See `strongroom --help`/],
  [['share', 'Falcon'], /missing required argument 'FILE'\. See `strongroom share --help`/],
  [['whoami', '--json=yes'], /unknown option '--json=yes'/],
  [['keys', 'use', '--data-dir'], /option '--data-dir <D>' argument missing/],
  [['keys', 'use', '--data-dir', '--json'], /option '--data-dir <D>' argument missing/],
  [['keys', 'use', '--data-dir='], /option '--data-dir <D>' argument '' is invalid\. It is empty/],
  [['invite', 'ada@example.com', '--role', 'king'], /Allowed choices are .*member/],
  [['rm', 'Falcon', 'a', '', '--recursive'], /for argument 'PATH'\. It is empty\. See `strongroom rm --help`/],
  [['get', 'Falcon', ''], /for argument 'PATH'\. It is empty\./],
  [['help', 'nonsense'], /unknown command 'nonsense'/],
  [['doctor'], /^strongroom: moved: strongroom-admin doctor\n$/],
  [['doctor', '--data-dir', 'data', '--json'], /moved: strongroom-admin doctor/],
  [['help', 'backup'], /^strongroom: moved: strongroom-admin backup\n$/],
  [['keys', 'unwrap', '--lines'], /^strongroom: moved: strongroom-admin keys unwrap\n$/],
  [['audit', 'restart', '--reason', 'x'], /^strongroom: moved: strongroom-admin audit restart\n$/],
  [['audit', 'key', '--rotate'], /^strongroom: moved: strongroom-admin audit key --rotate\n$/],
  [['audit', 'key', '--make=rooms.example.com'], /^strongroom: moved: strongroom-admin audit key --make\n$/],
  [['backu'], /unknown command 'backu'\. Did you mean `strongroom-admin backup`\? See `strongroom --help`/],
])('the program refuses %j with exit code 2 and says what is wrong', async (args, said) => {
  const { code, out, err } = await strongroomHere(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said);
});

test('the program prints an error of usage as JSON with --json', async () => {
  const { code, out, err } = await strongroomHere(['whoami', 'now', '--json']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(JSON.parse(err)).toMatchObject({ error: { code: 'USAGE', exit_code: 2 } });
});

test('the process ends with the exit code of the program', async () => {
  const { code, out, err } = await strongroom(['nonsense']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^strongroom: unknown command 'nonsense'\. [^\n]+\n$/);
});

test('a full disk at standard output is reported in one sentence', async () => {
  const full = await open('/dev/full', 'w');
  const child = spawn(process.execPath, ['-C', '@strongroom/source', MAIN, '--help'], {
    stdio: ['ignore', full.fd, 'pipe'],
  });
  const [err, [code]] = await Promise.all([textOf(child.stderr ?? Readable.from([])), once(child, 'close')]);
  await full.close();
  expect([code, err]).toEqual([1, 'strongroom: the disk of standard output is full.\n']);
});

test('help begins with the first steps', async () => {
  const { out } = await strongroomHere(['--help']);
  const groups = out.split('\n').filter((line) => /^[A-Z].*:$/.test(line));
  expect(groups).toEqual([
    'Options:',
    'Start here:',
    'Rooms and files:',
    'Sharing and people:',
    'Your account:',
    'Audit:',
  ]);
  const groupOf = (path: string) => groups.findLast((group) => out.indexOf(`\n${group}`) < out.indexOf(`\n  ${path} `));
  expect(['login', 'put', 'keys use'].map(groupOf)).toEqual(['Start here:', 'Rooms and files:', 'Your account:']);
});

test('the program prints its version for -v', async () => {
  expect(await strongroomHere(['-v'])).toEqual(await strongroomHere(['--version']));
});

test('help lists every command', async () => {
  const { code, out, err } = await strongroomHere(['--help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const command of COMMANDS) expect(unwrapped(out)).toContain(` ${command.path} ${command.summary()} `);
  expect(await strongroom(['--help'])).toEqual({ code, out, err });
  expect(await strongroomHere(['help'])).toEqual({ code, out, err });
  expect(await strongroomHere(['-h'])).toEqual({ code, out, err });
});

test.each(COMMANDS.map((command) => [command.path, command] as const))(
  'help of %s names its arguments, options and examples',
  async (path, command) => {
    const words = path.split(' ');
    const result = await strongroomHere([...words, '--help']);
    expect(result).toMatchObject({ code: 0, err: '' });
    expect(result.out.startsWith(`Usage: strongroom ${path} `)).toBe(true);
    for (const { long } of command.options) expect(result.out).toContain(`  ${long}`);
    for (const argument of command.registeredArguments) expect(result.out).toContain(`  ${argument.name()}`);
    for (const [typed] of command.examples) expect(result.out).toContain(`  strongroom ${typed}\n`);
    expect(await strongroomHere(['help', ...words])).toEqual(result);
    // A request for help takes precedence over everything else, and nothing is done.
    expect(await strongroomHere([...words, 'x', '--nonsense', '-h'])).toEqual(result);
  },
);

test.each([60, 80, 120])('help fits a terminal of %d columns', async (columns) => {
  for (const { path } of [{ path: '' }, ...COMMANDS]) {
    const words = path === '' ? [] : path.split(' ');
    const { out } = await strongroomHere([...words, '--help'], { columns });
    // Examples stay in one line each, to be copied.
    const [help = ''] = out.split('\nExamples:');
    const isTooLong = (line: string): boolean => line.length > columns && !line.startsWith('Usage: ');
    expect({ path, lines: help.split('\n').filter(isTooLong) }).toEqual({ path, lines: [] });
  }
});

test.each(COMMANDS.map((command) => [command.path, command] as const))(
  'the description of %s has no line break within a paragraph',
  (_, command) => {
    for (const paragraph of command.description().split('\n\n')) expect(paragraph).not.toContain('\n');
  },
);

test('help of a family lists its commands', async () => {
  const { code, out } = await strongroomHere(['keys', '--help']);
  expect(code).toBe(0);
  expect(out).toContain('keys use');
  expect(out).not.toContain('whoami');
});

test('the version is that of the package', async () => {
  const manifest = JSON.parse(await readFile(resolve(import.meta.dirname, '../package.json'), 'utf8')) as object;
  const { code, out } = await strongroomHere(['--version']);
  expect({ code, out }).toEqual({ code: 0, out: `${'version' in manifest ? String(manifest.version) : ''}\n` });
});
