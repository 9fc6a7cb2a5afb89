import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { blocksOf } from './docs/markdown.ts';

/** Options of the commands that the page of the benchmark names. */
const commands = blocksOf(readFileSync('docs/explanation/performance.md', 'utf8')).flatMap(({ text }) =>
  Array.from(text.matchAll(/^npm run bench(?: -- (.*))?$/gm), ([, options = '']) => options),
);

beforeAll(() => {
  execFileSync('npx', ['tsc', '-p', 'bench']);
}, 300_000);

test('every command of the page is run each night', () => {
  const [, nightly = ''] = /what: \[(.*)\]/.exec(readFileSync('.github/workflows/nightly.yml', 'utf8')) ?? [];
  expect(nightly.split(', ').map((quoted) => quoted.slice(1, -1))).toEqual(commands);
});

test.each(commands)(
  'npm run bench -- --quick %s ends with its tables',
  (options) => {
    const parts = options.split(' ').filter((part) => part !== '');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/dist/run.js', '--quick', ...parts], {
      encoding: 'utf8',
    });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\| /m);
  },
  1_200_000,
);
