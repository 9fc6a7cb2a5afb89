import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { blocksOf } from './markdown.ts';
import { PAGES_OF_SLOW_TESTS } from './pages.ts';
import { missingIn } from './run-page.ts';

jest.setTimeout(600_000);

const ROOT = resolve(import.meta.dirname, '../..');
const [PAGE = ''] = PAGES_OF_SLOW_TESTS;
/** Made by a build or by use; the page makes what it needs itself. */
const LEFT_OUT = new Set(['node_modules', '.git', 'data', 'dist', 'build']);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-page-'));
  cpSync(ROOT, join(folder, 'strongroom'), { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: join(folder, 'strongroom') });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const blocks = blocksOf(readFileSync(join(ROOT, PAGE), 'utf8')).filter(
  ({ language, before }) => language === 'bash' && !before.some((comment) => comment.startsWith('not run:')),
);

/** One shell runs all blocks, as an author types them in a clone. Packages of others come from the registry. */
function walk(as: (text: string) => string): string {
  const { status, stdout } = spawnSync(
    'bash',
    ['-e', '-u', '-c', ['exec 2>&1', ...blocks.map(({ text }) => as(text))].join('\n')],
    {
      cwd: join(folder, 'strongroom'),
      // oxlint-disable-next-line node/no-process-env -- npm and its cache
      env: process.env,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    },
  );
  expect([status, status === 0 ? '' : stdout.slice(-4000)]).toEqual([0, '']);
  return stdout;
}

const expectInstalled = (name: string): void => {
  for (const installed of [`@acme/${name}`, '@strongroom/ports', '@strongroom/domain'])
    expect(existsSync(join(folder, 'service/node_modules', installed, 'package.json'))).toBe(true);
  expect(readFileSync(join(folder, name, 'package.json'), 'utf8')).not.toContain('.tgz');
};

test('an author reaches an installed package by the commands of the page, as printed', () => {
  expect(blocks.length).toBeGreaterThan(3);
  const expected = blocks.flatMap(({ after }) =>
    after.flatMap((comment) => (comment.startsWith('expect:') ? [comment.slice('expect:'.length).trim()] : [])),
  );
  expect(
    missingIn(
      walk((text) => text),
      expected,
    ),
  ).toBeUndefined();
  expectInstalled('strongroom-foo');
});

test.each([
  ['documents', 'DS-01'],
  ['audit', 'DS-01'],
  ['blobs', 'BS-01'],
  ['keys', 'KV-01'],
  ['mail', 'ML-01'],
])('the same commands work with --kind %s', (kind, first) => {
  const walked = walk((text) =>
    text.replaceAll('strongroom-foo', `strongroom-${kind}`).replace('--kind limits', `--kind ${kind}`),
  );
  expect(walked).toContain(`✕ [${first}]`);
  expectInstalled(`strongroom-${kind}`);
});
