import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { wholeProgram } from '../src/program/program.ts';
import { strongroomAdmin, strongroomAdminHere } from './setting.ts';

const COMMANDS = (await wholeProgram()).runnable;

/** Help is wrapped to the width of the terminal. */
const unwrapped = (text: string): string => text.replaceAll(/\s+/gu, ' ');

test.each([
  [[], /^Usage: strongroom-admin COMMAND/],
  [['nonsense'], /unknown command 'nonsense'\. See `strongroom-admin --help`/],
  [['keys'], /^Usage: strongroom-admin keys /],
  [['keys', 'wrap'], /unknown command 'wrap'\. Did you mean unwrap\? See `strongroom-admin keys --help`/],
  [['--verbose'], /unknown option '--verbose'\. See `strongroom-admin --help`/],
  [['doctor', '--verbose'], /unknown option '--verbose'\. See `strongroom-admin doctor --help`/],
  [['doctor', '--jsn'], /unknown option '--jsn'\. Did you mean --json\? See `strongroom-admin doctor --help`/],
  [['doctor', '-x'], /unknown option '-x'/],
  [['doctor', 'now'], /too many arguments for 'doctor'/],
  [['doctor', '--json=yes'], /unknown option '--json=yes'/],
  [['doctor', '--data-dir'], /option '--data-dir <D>' argument missing/],
  [['doctor', '--data-dir', '--json'], /option '--data-dir <D>' argument missing/],
  [['doctor', '--data-dir='], /option '--data-dir <D>' argument '' is invalid\. It is empty/],
  [['keys', 'unwrap'], /missing required argument 'WRAPPED_DEK'/],
  [['keys', 'unwrap', 'AAAA'], /missing required argument 'KMS_KEY_ID'/],
  [['keys', 'unwrap', 'A', 'B', 'C'], /too many arguments for 'unwrap'/],
  [['keys', 'unwrap', '--', '--help'], /missing required argument 'KMS_KEY_ID'/],
  [['keys', 'unwrap', '', 'B'], /value '' is invalid for argument 'WRAPPED_DEK'\. It is empty\./],
  [['help', 'nonsense'], /unknown command 'nonsense'/],
  [['owner-token'], /say --new.* See `strongroom-admin owner-token --help`/],
  [['settings'], /say --forget/],
  [['audit', 'key'], /say --make, --stage or --rotate\. `strongroom audit key` prints the public keys/],
  [['put', 'Falcon', 'a'], /^strongroom-admin: moved: strongroom put\n$/],
  [['rooms'], /^strongroom-admin: moved: strongroom rooms\n$/],
  [['audit', 'verify', 'log.tar'], /^strongroom-admin: moved: strongroom audit verify\n$/],
  [['roms'], /unknown command 'roms'\. Did you mean `strongroom rooms`\?/],
])('the program refuses %j with exit code 2 and says what is wrong', async (args, said) => {
  const { code, out, err } = await strongroomAdminHere(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said);
});

test('the program prints an error of usage as JSON with --json', async () => {
  const { code, out, err } = await strongroomAdminHere(['doctor', 'now', '--json']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(JSON.parse(err)).toMatchObject({ error: { code: 'USAGE', exit_code: 2 } });
});

test('the process ends with the exit code of the program', async () => {
  const { code, out, err } = await strongroomAdmin(['nonsense']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^strongroom-admin: unknown command 'nonsense'\. [^\n]+\n$/);
});

test('the program prints its version for -v', async () => {
  expect(await strongroomAdminHere(['-v'])).toEqual(await strongroomAdminHere(['--version']));
});

test('help lists every command', async () => {
  const { code, out, err } = await strongroomAdminHere(['--help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const command of COMMANDS) expect(unwrapped(out)).toContain(` ${command.path} ${command.summary()} `);
  expect(await strongroomAdmin(['--help'])).toEqual({ code, out, err });
  expect(await strongroomAdminHere(['help'])).toEqual({ code, out, err });
  expect(await strongroomAdminHere(['-h'])).toEqual({ code, out, err });
});

test.each(COMMANDS.map((command) => [command.path, command] as const))(
  'help of %s names its arguments, options and examples',
  async (path, command) => {
    const words = path.split(' ');
    const result = await strongroomAdminHere([...words, '--help']);
    expect(result).toMatchObject({ code: 0, err: '' });
    expect(result.out.startsWith(`Usage: strongroom-admin ${path} `)).toBe(true);
    for (const { long } of command.options) expect(result.out).toContain(`  ${long}`);
    for (const argument of command.registeredArguments) expect(result.out).toContain(`  ${argument.name()}`);
    for (const [typed] of command.examples) expect(result.out).toContain(`  strongroom-admin ${typed}\n`);
    expect(await strongroomAdminHere(['help', ...words])).toEqual(result);
    // A request for help takes precedence over everything else, and nothing is done.
    expect(await strongroomAdminHere([...words, 'x', '--nonsense', '-h'])).toEqual(result);
  },
);

test.each([60, 80, 120])('help fits a terminal of %d columns', async (columns) => {
  for (const { path } of [{ path: '' }, ...COMMANDS]) {
    const words = path === '' ? [] : path.split(' ');
    const { out } = await strongroomAdminHere([...words, '--help'], { columns });
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
  const { code, out } = await strongroomAdminHere(['keys', '--help']);
  expect(code).toBe(0);
  expect(out).toContain('keys unwrap');
  expect(out).not.toContain('doctor');
});

test('the version is that of the package', async () => {
  const manifest = JSON.parse(await readFile(resolve(import.meta.dirname, '../package.json'), 'utf8')) as object;
  const { code, out } = await strongroomAdminHere(['--version']);
  expect({ code, out }).toEqual({ code: 0, out: `${'version' in manifest ? String(manifest.version) : ''}\n` });
});
