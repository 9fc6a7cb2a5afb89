import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { stepsOf } from './plain-shell.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Readonly<{ scripts: Record<string, string> }>;

/** Scripts for people who run or change it. The others are for releases and CI, which run on Linux. */
const EVERYWHERE = [
  'build',
  'prestart',
  'start',
  'types',
  'pretest',
  'test',
  'test:quick',
  'lint',
  'format',
  'arch',
  'dead',
  'language',
  'print',
  'predemo',
  'demo',
];

test.each(EVERYWHERE)('npm run %s needs no POSIX shell', (name) => {
  expect(stepsOf(scripts[name] ?? '').length).toBeGreaterThan(0);
});

describe('a command line', () => {
  test('has words and operators', () => {
    expect(stepsOf('exec node "a b" || node c && d')).toEqual([
      { after: '', words: ['exec', 'node', 'a b'] },
      { after: '||', words: ['node', 'c'] },
      { after: '&&', words: ['d'] },
    ]);
  });

  test.each(['a; b', 'a > b', "a 'b'", 'a $b', 'a & b', 'a | b', 'a "$b"', 'a %b%', 'a &&', 'A=1 b'])(
    'is refused where shells differ: %s',
    (line) => {
      expect(() => stepsOf(line)).toThrow(SyntaxError);
    },
  );
});
