import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { allCommands } from '../src/commands.ts';
import { strongroom, strongroomHere } from './setting.ts';

const COMMANDS = await allCommands();

test.each([
  [[], /^Usage: strongroom COMMAND/],
  [['nonsense'], /there is no command "nonsense"\. There are: login, /],
  [['keys'], /say which one: keys use, keys unwrap, keys lost\./],
  [['keys', 'wrap'], /say which one: keys use, keys unwrap, keys lost\./],
  [['--verbose'], /there is no option --verbose; a command comes first/],
  [['doctor', '--verbose'], /doctor has no option --verbose\. See `strongroom doctor --help`/],
  [['doctor', '-x'], /doctor has no option -x\./],
  [['doctor', 'now'], /there is one word too many: "now"\./],
  [['doctor', '--json=yes'], /--json takes no value\./],
  [['doctor', '--data-dir'], /--data-dir needs a value/],
  [['doctor', '--data-dir', '--json'], /--data-dir needs a value/],
  [['doctor', '--data-dir='], /--data-dir needs a value/],
  [['keys', 'unwrap'], /WRAPPED_DEK is missing: wrapped_dek as the API answered it/],
  [['keys', 'unwrap', 'AAAA'], /KMS_KEY_ID is missing/],
  [['keys', 'unwrap', 'A', 'B', 'C'], /there is one word too many: "C"\./],
  [['keys', 'unwrap', '--', '--help'], /KMS_KEY_ID is missing/],
  [['keys', 'unwrap', '', 'B'], /WRAPPED_DEK needs a value\./],
  [['rm', 'Falcon', 'a', '', '--recursive'], /PATH needs a value\. See `strongroom rm --help`/],
  [['get', 'Falcon', ''], /PATH needs a value\./],
  [['help', 'nonsense'], /there is no command "nonsense"/],
  [['owner-token'], /say --new/],
  [['settings'], /say --forget/],
])('%j is not understood: exit code 2 and what would be', async (args, said) => {
  const { code, out, err } = await strongroomHere(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said);
});

test('the process itself ends with that code', async () => {
  const { code, out, err } = await strongroom(['nonsense']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^strongroom: there is no command "nonsense"\. [^\n]+\n$/);
});

test('help lists every command', async () => {
  const { code, out, err } = await strongroomHere(['--help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const { name, summary } of COMMANDS) expect(out).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'));
  expect(await strongroom(['--help'])).toEqual({ code, out, err });
  expect(await strongroomHere(['help'])).toEqual({ code, out, err });
  expect(await strongroomHere(['-h'])).toEqual({ code, out, err });
});

test.each(COMMANDS.map((command) => [command.name, command] as const))(
  'help of %s names its operands, options and examples',
  async (name, command) => {
    const words = name.split(' ');
    const told = await strongroomHere([...words, '--help']);
    expect(told).toMatchObject({ code: 0, err: '' });
    expect(told.out.startsWith(`Usage: strongroom ${command.usage}\n`)).toBe(true);
    for (const option of Object.keys(command.options)) expect(told.out).toContain(`  --${option}`);
    for (const [typed] of command.examples) expect(told.out).toContain(`  strongroom ${typed}\n`);
    expect(await strongroomHere(['help', ...words])).toEqual(told);
    // Whatever else was typed, whoever asks for help gets it, and nothing is done.
    expect(await strongroomHere([...words, 'x', '--nonsense', '-h'])).toEqual(told);
  },
);

test('help of a family lists its commands', async () => {
  const { code, out } = await strongroomHere(['keys', '--help']);
  expect(code).toBe(0);
  expect(out).toContain('keys unwrap');
  expect(out).not.toContain('doctor');
});

test('the version is that of the package', async () => {
  const manifest = JSON.parse(await readFile(resolve(import.meta.dirname, '../package.json'), 'utf8')) as object;
  const { code, out } = await strongroomHere(['--version']);
  expect({ code, out }).toEqual({ code: 0, out: `${'version' in manifest ? String(manifest.version) : ''}\n` });
});
