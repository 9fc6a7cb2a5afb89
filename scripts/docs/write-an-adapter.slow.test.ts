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

/** One shell runs all blocks, as an author types them in a clone. Packages of others come from the registry. */
test('an author reaches an installed package by the commands of the page, as printed', () => {
  const blocks = blocksOf(readFileSync(join(ROOT, PAGE), 'utf8')).filter(
    ({ language, before }) => language === 'bash' && !before.some((comment) => comment.startsWith('not run:')),
  );
  expect(blocks.length).toBeGreaterThan(3);
  const { status, stdout } = spawnSync(
    'bash',
    ['-e', '-u', '-c', ['exec 2>&1', ...blocks.map(({ text }) => text)].join('\n')],
    {
      cwd: join(folder, 'strongroom'),
      // oxlint-disable-next-line node/no-process-env -- npm and its cache
      env: process.env,
      encoding: 'utf8',
    },
  );
  expect([status, status === 0 ? '' : stdout.slice(-4000)]).toEqual([0, '']);
  const expected = blocks.flatMap(({ after }) =>
    after.flatMap((comment) => (comment.startsWith('expect:') ? [comment.slice('expect:'.length).trim()] : [])),
  );
  expect(missingIn(stdout, expected)).toBeUndefined();
  for (const name of ['@acme/strongroom-foo', '@strongroom/ports', '@strongroom/domain'])
    expect(existsSync(join(folder, 'service/node_modules', name, 'package.json'))).toBe(true);
  expect(readFileSync(join(folder, 'strongroom-foo/package.json'), 'utf8')).not.toContain('.tgz');
});
