import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';

const folder = mkdtempSync(join(tmpdir(), 'lockcheck-'));
afterAll(() => rmSync(folder, { recursive: true }));

const check = (packages: Record<string, object>) => {
  const file = join(folder, 'package-lock.json');
  writeFileSync(file, JSON.stringify({ lockfileVersion: 3, packages }));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/lockcheck.mjs', file], { encoding: 'utf8' });
  return { status, stderr };
};

const sound = {
  '': { name: 'root', optionalDependencies: { native: '1.0.0' } },
  'packages/a': { version: '1.0.0', optionalDependencies: { native: '1.0.0' } },
  'node_modules/a': { resolved: 'packages/a', link: true },
  'node_modules/native': { version: '1.0.0', integrity: 'sha512-x', funding: { url: 'https://funding.example' } },
};

test('a lock with every platform package, every hash and no address is sound', () => {
  expect(check(sound)).toEqual({ status: 0, stderr: '' });
});

test('the lock of this repository is sound', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/lockcheck.mjs'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('a platform package that was left out is named with its dependent', () => {
  const tool = { version: '1.0.0', integrity: 'sha512-x', optionalDependencies: { 'tool-darwin': '1.0.0' } };
  const { status, stderr } = check({ ...sound, 'node_modules/tool': tool });
  expect(status).toBe(1);
  expect(stderr).toContain('node_modules/tool: tool-darwin is missing for its platform');
});

test('a platform package nested beside its dependent counts as present', () => {
  const tool = { version: '1.0.0', integrity: 'sha512-x', optionalDependencies: { bin: '1.0.0' } };
  const bin = { version: '1.0.0', integrity: 'sha512-x', optional: true };
  const lock = { ...sound, 'node_modules/tool': tool, 'node_modules/tool/node_modules/bin': bin };
  expect(check(lock)).toEqual({ status: 0, stderr: '' });
});

test.each([
  [
    'a resolved address',
    { resolved: 'https://packages.example/x.tgz', integrity: 'sha512-x' },
    'has a "resolved" address',
  ],
  [
    'a dependency fetched from a host',
    { integrity: 'sha512-x', dependencies: { y: 'git+ssh://host.example/y' } },
    'names a host',
  ],
  ['no integrity hash', { version: '1.0.0' }, 'has no integrity hash'],
])('a package with %s is refused', (_, entry, fault) => {
  const { status, stderr } = check({ ...sound, 'node_modules/x': entry });
  expect(status).toBe(1);
  expect(stderr).toContain(`node_modules/x: ${fault}`);
});
