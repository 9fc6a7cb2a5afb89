import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import {
  completionOf,
  defineCommand,
  formatFailure,
  Problem,
  type ProgramDefinition,
  programOf,
  runProgram,
  type Terminal,
} from '../src/index.ts';

const check = defineCommand({
  name: 'check',
  summary: 'Check a folder.',
  operands: [{ name: 'FOLDER', text: 'The folder.', completes: 'files' }],
  options: {},
  examples: [['check data', 'finds what is wrong']],
  run: async (given, { terminal }) => {
    if (given.operand('FOLDER') === 'lost') throw new Problem('lost is not there: name another folder.');
    terminal.out('sound\n');
    return 0;
  },
});

const PROGRAM: ProgramDefinition = {
  name: 'room-keeper',
  version: () => '1.2.3',
  groups: {
    'For keepers': {
      check: async () => [check],
      completion: async () => [completionOf('room-keeper', () => programOf(PROGRAM))],
    },
  },
  failureOf: async () => formatFailure,
};

async function typed(...words: readonly string[]): Promise<Readonly<{ code: number; out: string; err: string }>> {
  const said = { out: '', err: '' };
  const terminal: Terminal = {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    isTerminal: false,
    errIsTerminal: false,
    columns: 80,
    inputIsTerminal: false,
    input: async () => '',
    inputBytes: () => Readable.from([]),
    pour: async () => undefined,
    ask: async () => '',
    interruption: () => new AbortController().signal,
    errStream: new Writable(),
    variable: () => undefined,
    environment: {},
  };
  return { code: await runProgram(PROGRAM, words, { terminal }), ...said };
}

describe('a program with another name than strongroom', () => {
  test('runs its commands, and prints its version', async () => {
    expect(await typed('check', 'data')).toEqual({ code: 0, out: 'sound\n', err: '' });
    expect((await typed('--version')).out).toBe('1.2.3\n');
  });

  test('names itself in help, examples and errors', async () => {
    const { out } = await typed('check', '--help');
    expect(out).toContain('Usage: room-keeper check [options] <FOLDER>');
    expect(out).toContain('  room-keeper check data\n');
    expect(await typed('check')).toEqual({
      code: 2,
      out: '',
      err: "room-keeper: missing required argument 'FOLDER'. See `room-keeper check --help`.\n",
    });
    expect((await typed('check', 'lost')).err).toBe('room-keeper: lost is not there: name another folder.\n');
    expect((await typed('chek')).err).toContain('Did you mean check? See `room-keeper --help`');
  });

  test.each(['bash', 'zsh', 'fish'])('completes its own name in %s', async (shell) => {
    const { out } = await typed('completion', shell);
    expect(out).toContain('room-keeper');
    expect(out).not.toContain('strongroom');
    expect(out).not.toMatch(/function _*room-keeper|^_*room-keeper[\w-]*\(\)/m);
  });
});
