import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildVersionOf } from './build-version.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'strongroom-version-'));
  await writeFile(join(root, 'package.json'), '{"version":"0.2.0"}');
  await changelog('- A change.');
});
afterEach(() => rm(root, { recursive: true }));

const changelog = (unreleased: string): Promise<void> =>
  writeFile(
    join(root, 'CHANGELOG.md'),
    `# Changelog\n\n## [Unreleased]\n\n### Added\n\n${unreleased}\n\n## [0.2.0] - 2026-11-23\n\n- First.\n`,
  );

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: root, encoding: 'utf8' }).trim();

const commit = (): string => {
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'One');
  return git('rev-parse', '--short=12', 'HEAD');
};

test('a build between two releases is named by its commit, and says where files differ from it', async () => {
  const hash = commit();
  expect(await buildVersionOf(root, undefined)).toBe(`0.3.0-dev.${hash}`);
  await changelog('- Another change.');
  expect(await buildVersionOf(root, undefined)).toBe(`0.3.0-dev.${hash}-modified`);
});

test('the record of slow suites, which they change, modifies no build', async () => {
  await mkdir(join(root, 'scripts/slow'), { recursive: true });
  const record = join(root, 'scripts/slow/passed.json');
  await writeFile(record, '{}');
  const hash = commit();
  await writeFile(record, '{"a":1}');
  expect(await buildVersionOf(root, undefined)).toBe(`0.3.0-dev.${hash}`);
});

test('a release has the version of its manifest', async () => {
  await changelog('');
  commit();
  expect(await buildVersionOf(root, undefined)).toBe('0.2.0');
});

test('a checkout without git is built, and may be given a version', async () => {
  expect(await buildVersionOf(root, undefined)).toBe('0.3.0-dev');
  expect(await buildVersionOf(root, '0.3.0-dev.1234')).toBe('0.3.0-dev.1234');
  expect(await buildVersionOf(root, '')).toBe('0.3.0-dev');
});
