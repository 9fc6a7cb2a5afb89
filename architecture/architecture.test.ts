import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

/**
 * A small tree of the same shape as the repository, once clean and once with one violation of each rule planted.
 * Only this test notices a rule that a mistake in its pattern has switched off.
 */

type Tree = Readonly<Record<string, string>>;
type Violation = Readonly<{ rule: string; from: string; to: string }>;

const repository = resolve(import.meta.dirname, '..');
const config = '.dependency-cruiser.cjs';

const workspaces: Readonly<Record<string, { dependencies?: readonly string[]; devDependencies?: readonly string[] }>> =
  {
    'packages/domain': {},
    'packages/audit-proof': {},
    'packages/ports': { dependencies: ['@strongroom/domain'] },
    'packages/application': { dependencies: ['@strongroom/domain', '@strongroom/ports'] },
    'packages/contract-tests': { dependencies: ['@strongroom/domain', '@strongroom/ports', '@jest/globals'] },
    'packages/adapter-local': {
      dependencies: ['@strongroom/domain', '@strongroom/ports'],
      devDependencies: ['@strongroom/contract-tests', 'tool'],
    },
    'packages/adapter-mongodb': { dependencies: ['@strongroom/ports', 'mongodb', 'express'] },
    'packages/settings': { dependencies: ['@strongroom/domain', '@strongroom/application', 'express'] },
    'packages/command-line': {
      dependencies: ['@strongroom/settings', '@strongroom/client', '@strongroom/adapter-local', 'commander'],
    },
    'packages/client': { dependencies: ['@strongroom/domain'] },
    'apps/api': {
      dependencies: [
        '@strongroom/application',
        '@strongroom/adapter-local',
        '@strongroom/domain',
        'express',
        'inversify',
      ],
    },
    'apps/cli': { dependencies: ['@strongroom/application'] },
    'apps/web': { devDependencies: ['@strongroom/client', '@strongroom/domain', 'tool'] },
  };

const vendors = ['commander', 'express', 'inversify', 'mongodb', 'tool', 'undeclared', '@jest/globals'];

const clean: Tree = {
  'packages/domain/src/index.ts': "export * from './room.ts';",
  'packages/domain/src/room.ts': 'export const room = 1; export type Room = number;',
  'packages/domain/src/room.test.ts': "import '@jest/globals'; import 'node:fs'; import './room.ts';",
  'packages/audit-proof/src/index.ts': 'export const hash = 1;',
  'packages/ports/src/index.ts': "import type { Room } from '@strongroom/domain'; export type Store = Room;",
  'packages/application/src/index.ts': "import '@strongroom/domain'; import '@strongroom/ports'; import './kernel.ts';",
  'packages/application/src/kernel.ts': 'export const kernel = 1;',
  'packages/application/src/store/folders.ts': 'export const folders = 1;',
  'packages/application/src/jobs/d.ts': 'export const job = 1;',
  'packages/contract-tests/src/index.ts': "import '@jest/globals'; import 'node:fs'; import '@strongroom/ports';",
  'packages/contract-tests/test/mutants.test.ts': "import '../src/index.ts'; import 'node:assert';",
  'packages/adapter-local/src/index.ts': "import 'node:fs'; import '@strongroom/ports'; import '@strongroom/domain';",
  'packages/adapter-local/src/keys/unwrap.ts': 'export const unwrap = 1;',
  'packages/adapter-local/src/keys/unwrapper.ts': "import './unwrap.ts';",
  'packages/adapter-local/test/contract.test.ts': "import '../src/index.ts'; import '@strongroom/contract-tests';",
  'packages/adapter-mongodb/src/index.ts': "import 'mongodb'; import '@strongroom/ports';",
  'packages/settings/src/index.ts': "import '@strongroom/domain'; import 'node:net';",
  'packages/command-line/src/index.ts': "import 'commander'; import '@strongroom/settings'; import 'node:util';",
  'packages/client/src/index.ts': "import '@strongroom/domain';",
  'packages/client/src/node/index.ts': "import '../index.ts'; import 'node:fs';",
  'apps/api/src/main.ts': "import './container/api.ts'; import './http/rooms.ts';",
  'apps/api/src/container/api.ts': "import 'inversify'; import '@strongroom/adapter-local'; import '../http/rooms.ts';",
  'apps/api/src/http/rooms.ts': "import 'express'; import '@strongroom/application';",
  'packages/http-kernel/src/server.ts': "import 'node:http';",
  'apps/api/test/rooms.test.ts': "import '../src/container/api.ts'; import '@jest/globals';",
  'apps/cli/src/main.ts': "import '@strongroom/application';",
  // Pages are bundled, so what they need is a development dependency.
  'apps/web/src/main.ts': "import '@strongroom/client'; import 'tool';",
};

/** The counterparts of the planted circular imports. */
const accomplices: Tree = {
  'packages/application/src/circle-b.ts': "import './circle-a.ts';",
  'packages/application/src/circle-d.ts': "import type { X } from './circle-c.ts'; export type Y = X;",
  'packages/domain/src/model/room.ts': "import '../policy/rule.ts';",
  'packages/domain/src/policy/rule.ts': 'export const rule = 1;',
  'packages/domain/src/model/label.ts': 'export const label = 1;',
};

/** Imports that a rule must refuse, each in a file of its own. */
const planted: readonly (readonly [rule: string, file: string, specifier: string])[] = [
  ['domain-is-pure', 'packages/domain/src/a.ts', 'node:fs'],
  ['domain-is-pure', 'packages/domain/src/b.ts', 'type inversify'],
  ['domain-is-pure', 'packages/domain/src/c.ts', '@strongroom/adapter-local'],
  ['domain-is-pure', 'packages/domain/src/d.ts', '@strongroom/ports'],
  ['audit-proof-is-pure', 'packages/audit-proof/src/a.ts', 'node:crypto'],
  ['audit-proof-is-pure', 'packages/audit-proof/src/b.ts', '@strongroom/domain'],
  ['ports-know-only-the-domain', 'packages/ports/src/a.ts', '@strongroom/application'],
  ['ports-know-only-the-domain', 'packages/ports/src/b.ts', 'node:stream'],
  ['store-kit-knows-only-domain-and-ports', 'packages/store-kit/src/a.ts', '@strongroom/adapter-local'],
  ['store-kit-knows-only-domain-and-ports', 'packages/store-kit/src/b.ts', 'node:timers'],
  ['store-kit-knows-only-domain-and-ports', 'packages/store-kit/src/c.ts', './node/index.ts'],
  ['store-kit-on-node-knows-node-only', 'packages/store-kit/src/node/a.ts', '@strongroom/ports'],
  ['audit-log-knows-no-store', 'packages/audit-log/src/a.ts', '@strongroom/adapter-local'],
  ['audit-log-knows-no-store', 'packages/audit-log/src/b.ts', 'mongodb'],
  ['application-knows-only-domain-and-ports', 'packages/application/src/a.ts', '@strongroom/adapter-local'],
  ['application-knows-only-domain-and-ports', 'packages/application/src/b.ts', 'node:crypto'],
  ['application-knows-only-domain-and-ports', 'packages/application/src/c.ts', 'type express'],
  ['application-knows-only-domain-and-ports', 'packages/application/src/d.ts', '@strongroom/store-kit/node'],
  ['application-floors', 'packages/application/src/store/a.ts', '../kernel/b.ts'],
  ['application-floors', 'packages/application/src/kernel/b.ts', '../steps/c.ts'],
  ['application-floors', 'packages/application/src/steps/c.ts', '../jobs/d.ts'],
  ['application-floors', 'packages/application/src/operations/shares/e.ts', '../../jobs/d.ts'],
  ['runner-knows-no-feature', 'packages/application/src/kernel/operation-runner.ts', '../store/folders.ts'],
  ['command-line-opens-no-store', 'packages/command-line/src/a.ts', '@strongroom/adapter-local'],
  ['command-line-opens-no-store', 'packages/command-line/src/b.ts', '@strongroom/client'],
  ['client-knows-only-the-domain', 'packages/client/src/a.ts', '@strongroom/ports'],
  ['client-knows-only-the-domain', 'packages/client/src/b.ts', 'node:crypto'],
  ['client-knows-only-the-domain', 'packages/client/src/c.ts', './node/index.ts'],
  ['client-in-node-knows-node-besides', 'packages/client/src/node/a.ts', '@strongroom/ports'],
  ['client-in-node-knows-node-besides', 'packages/client/src/node/b.ts', 'express'],
  ['pages-know-only-the-client', 'apps/web/src/a.ts', '@strongroom/domain'],
  ['contract-tests-know-only-domain-and-ports', 'packages/contract-tests/src/a.ts', '@strongroom/adapter-local'],
  ['contract-tests-know-only-domain-and-ports', 'packages/contract-tests/src/b.ts', '@strongroom/application'],
  ['contract-tests-know-only-domain-and-ports', 'packages/contract-tests/src/c.ts', 'mongodb'],
  ['adapters-know-only-domain-and-ports', 'packages/adapter-local/src/a.ts', '@strongroom/adapter-mongodb'],
  ['adapters-know-only-domain-and-ports', 'packages/adapter-local/src/b.ts', 'type @strongroom/application'],
  ['adapters-have-one-vendor', 'packages/adapter-local/src/c.ts', 'mongodb'],
  ['blob-gateway-knows-only-domain-and-ports', 'packages/blob-gateway/src/a.ts', '@strongroom/adapter-local'],
  ['blob-gateway-knows-only-domain-and-ports', 'packages/blob-gateway/src/b.ts', 'mongodb'],
  ['http-kernel-knows-only-domain-and-ports', 'packages/http-kernel/src/a.ts', '@strongroom/application'],
  ['http-kernel-knows-only-domain-and-ports', 'packages/http-kernel/src/b.ts', 'express'],
  ['adapters-have-one-vendor', 'packages/adapter-mongodb/src/a.ts', 'express'],
  ['only-the-kernel-knows-the-http-of-node', 'apps/api/src/http/g.ts', 'type node:http'],
  ['only-the-kernel-knows-the-http-of-node', 'apps/cli/src/c.ts', 'node:https'],
  ['only-the-kernel-knows-the-http-of-node', 'packages/settings/src/c.ts', 'node:http2'],
  ['settings-know-no-reader', 'packages/settings/src/a.ts', '@strongroom/application'],
  ['settings-know-no-reader', 'packages/settings/src/b.ts', 'express'],
  ['http-knows-no-adapter', 'apps/api/src/http/a.ts', '@strongroom/adapter-local'],
  ['only-the-container-knows-adapters', 'apps/api/src/config/a.ts', '@strongroom/adapter-local'],
  ['only-main-knows-the-container', 'apps/api/src/http/b.ts', '../container/api.ts'],
  ['inversify-only-in-the-container', 'apps/api/src/http/c.ts', 'inversify'],
  ['inversify-only-in-the-container', 'apps/api/src/config/b.ts', 'type inversify'],
  ['nobody-imports-an-app', 'apps/cli/src/a.ts', '../../api/src/http/rooms.ts'],
  ['nobody-imports-an-app', 'packages/application/src/d.test.ts', '../../../apps/api/src/http/rooms.ts'],
  ['no-deep-import', 'packages/adapter-local/src/d.ts', '../../domain/src/room.ts'],
  ['no-deep-import', 'apps/api/src/container/a.ts', '../../../../packages/application/src/kernel.ts'],
  ['the-service-never-unwraps', 'apps/api/src/container/d.ts', '../../../../packages/adapter-local/src/keys/unwrap.ts'],
  ['the-service-never-unwraps', 'packages/adapter-local/src/u.ts', './keys/unwrap.ts'],
  ['the-service-never-unwraps', 'packages/adapter-local/src/v.ts', './keys/unwrapper.ts'],
  ['the-service-never-unwraps', 'packages/adapter-local/src/keys/keyring.ts', './unwrap.ts'],
  ['packages-by-name', 'apps/api/src/container/c.ts', '../../../../packages/application/src/index.ts'],
  ['no-test-in-the-product', 'packages/domain/src/e.ts', './room.test.ts'],
  ['no-test-in-the-product', 'apps/api/src/container/b.ts', '@strongroom/contract-tests'],
  ['core-tests-stay-inside', 'packages/domain/src/f.test.ts', '@strongroom/application'],
  ['core-tests-stay-inside', 'packages/ports/test/a.test.ts', '@strongroom/adapter-local'],
  ['adapter-tests-know-contracts-only', 'packages/adapter-local/test/a.test.ts', '@strongroom/adapter-mongodb'],
  ['adapter-tests-know-contracts-only', 'packages/adapter-local/test/b.test.ts', '@strongroom/application'],
  ['no-circular', 'packages/application/src/circle-a.ts', './circle-b.ts'],
  ['no-circular', 'packages/application/src/circle-c.ts', 'type ./circle-d.ts'],
  ['no-circular-folders', 'packages/domain/src/policy/back.ts', '../model/label.ts'],
  ['not-to-unresolvable', 'apps/api/src/http/d.ts', './nowhere.ts'],
  ['not-to-unresolvable', 'apps/api/src/http/e.ts', '@strongroom/domain/src/room.ts'],
  ['no-undeclared', 'apps/api/src/http/f.ts', 'undeclared'],
  ['no-undeclared', 'apps/cli/src/b.ts', '@strongroom/domain'],
  ['no-undeclared', 'apps/api/test/a.test.ts', 'undeclared'],
  ['no-dev-dependency-in-the-product', 'packages/adapter-local/src/e.ts', 'tool'],
  ['no-dev-dependency-in-the-product', 'packages/adapter-local/src/f.ts', '@strongroom/contract-tests'],
];

const importing = (specifier: string): string =>
  specifier.startsWith('type ')
    ? `import type * as x from '${specifier.slice(5)}'; export type X = typeof x;`
    : `import '${specifier}';`;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function write(folder: string, file: string, content: string | object): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
}

function plant(tree: Tree): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'architecture-')));
  folders.push(folder);
  for (const file of [config, 'tsconfig.base.json', 'tsconfig.check.json'])
    copyFileSync(join(repository, file), join(folder, file));
  write(folder, 'package.json', { name: 'fixture', type: 'module', workspaces: ['packages/*', 'apps/*'] });
  for (const name of vendors) {
    write(folder, `node_modules/${name}/package.json`, { name, version: '1.0.0', main: 'index.js' });
    write(folder, `node_modules/${name}/index.js`, 'export {};');
  }
  mkdirSync(join(folder, 'node_modules/@strongroom'));
  const versions = (names: readonly string[] = []) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  for (const [path, { dependencies, devDependencies }] of Object.entries(workspaces)) {
    const name = `@strongroom/${path.split('/')[1]}`;
    write(folder, `${path}/package.json`, {
      name,
      version: '1.0.0',
      type: 'module',
      exports: { '.': { '@strongroom/source': './src/index.ts', default: './dist/index.js' } },
      dependencies: versions(dependencies),
      devDependencies: versions(devDependencies),
    });
    symlinkSync(join(folder, path), join(folder, 'node_modules', name), 'dir');
  }
  for (const [file, source] of Object.entries(tree)) write(folder, file, source);
  return folder;
}

function cruise(folder: string): readonly Violation[] {
  const bin = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [bin, '--config', config, '--output-type', 'json', 'packages', 'apps'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser failed: ${stderr}`);
  type Report = { summary: { violations: { rule: { name: string }; from: string; to: string }[] } };
  return (JSON.parse(stdout) as Report).summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

const { forbidden } = createRequire(import.meta.url)(join(repository, config)) as { forbidden: { name: string }[] };

let found: readonly Violation[] = [];
beforeAll(() => {
  found = cruise(
    plant({
      ...clean,
      ...accomplices,
      ...Object.fromEntries(planted.map(([, file, specifier]) => [file, importing(specifier)])),
    }),
  );
}, 60_000);

test('a tree without violations passes', () => {
  expect(cruise(plant(clean))).toEqual([]);
}, 60_000);

/** A rule about folders reports the folders on both ends of the arrow, once each way. */
const isOf = (file: string, { rule, from, to }: Violation): boolean =>
  rule === 'no-circular-folders' ? [from, to].includes(dirname(file)) : from === file;

test.each(planted)('%s refuses that %s imports %s', (rule, file) => {
  expect(found.filter((violation) => isOf(file, violation)).map((violation) => violation.rule)).toContain(rule);
});

test('only planted imports are refused', () => {
  const isPlanted = (violation: Violation): boolean => planted.some(([, file]) => isOf(file, violation));
  expect(found.filter((violation) => !isPlanted(violation))).toEqual([]);
});

test('every rule has a planted violation', () => {
  const tried = new Set(planted.map(([rule]) => rule));
  expect(forbidden.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
});
