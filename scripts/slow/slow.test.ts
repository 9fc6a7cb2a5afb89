import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Reach } from './reach.ts';
import { SlowRecord } from './record.ts';

const FILES = {
  'package-lock.json': '{}',
  'packages/rules/package.json': '{"exports":{".":{"@strongroom/source":"./src/all.ts"}}}',
  'packages/rules/src/all.ts': "export { rule } from './rule.ts';",
  'packages/rules/src/rule.ts': 'export const rule = 1;',
  'packages/rules/src/other.ts': 'export const other = 1;',
  'packages/rules/test/rule.slow.test.ts': "import { rule } from '@strongroom/rules';",
  'packages/rules/test/vectors.slow.test.ts': "const vectors = '../vectors';",
  'packages/rules/vectors/one.json': '{}',
  'packages/servers/package.json': '{"exports":{"./*":"./src/*.ts"}}',
  'packages/servers/src/database.ts': 'export const database = 1;',
  'packages/servers/src/bucket.ts': 'export const bucket = 1;',
  'apps/service/test/database.slow.test.ts': "import { database } from '@strongroom/servers/database';",
  'apps/service/src/start.ts': "import { rule } from '@strongroom/rules';",
  'apps/service/test/help.ts': "const program = 'apps/service/dist/start.js';",
  'apps/service/test/start.slow.test.ts': "import { help } from './help.ts';",
  'scripts/slow/passed.json': '{}',
};
type File = keyof typeof FILES;
const TESTS: readonly File[] = [
  'packages/rules/test/rule.slow.test.ts',
  'packages/rules/test/vectors.slow.test.ts',
  'apps/service/test/start.slow.test.ts',
  'apps/service/test/database.slow.test.ts',
];

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slow-'));
  for (const [file, text] of Object.entries(FILES)) write(file, text);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
const reach = (): Reach => new Reach(root, Object.keys(FILES));
const touching = (file: File): readonly string[] => TESTS.filter((suite) => reach().of(suite).includes(file));
const record = (): SlowRecord => new SlowRecord(root, reach());
const stale = (): readonly string[] =>
  record()
    .stale(TESTS)
    .map(({ suite }) => suite);

test('a suite reaches all that it imports, through packages too', () => {
  expect(reach().of('packages/rules/test/rule.slow.test.ts')).toEqual([
    'package-lock.json',
    'packages/rules/src/all.ts',
    'packages/rules/src/rule.ts',
    'packages/rules/test/rule.slow.test.ts',
  ]);
});

test.each<[File, readonly File[]]>([
  ['packages/rules/src/rule.ts', ['packages/rules/test/rule.slow.test.ts', 'apps/service/test/start.slow.test.ts']],
  ['packages/rules/src/other.ts', ['apps/service/test/start.slow.test.ts']],
  [
    'packages/rules/vectors/one.json',
    ['packages/rules/test/vectors.slow.test.ts', 'apps/service/test/start.slow.test.ts'],
  ],
  ['apps/service/src/start.ts', ['apps/service/test/start.slow.test.ts']],
  [
    'packages/servers/src/database.ts',
    ['apps/service/test/start.slow.test.ts', 'apps/service/test/database.slow.test.ts'],
  ],
  ['packages/servers/src/bucket.ts', ['apps/service/test/start.slow.test.ts']],
  ['package-lock.json', TESTS],
  ['scripts/slow/passed.json', []],
])('a change of %s touches %j', (file, suites) => {
  expect(touching(file)).toEqual(suites);
});

test('a suite is stale until it passes, and again once a file that it reaches changes', () => {
  expect(stale()).toEqual(TESTS);
  const passed = new Map(TESTS.map((suite) => [suite, record().fingerprint(suite)]));
  record().keep(passed, TESTS, '2026-01-02');
  expect(stale()).toEqual([]);

  write('packages/rules/src/rule.ts', 'export const rule = 2;');
  expect(record().stale(TESTS)).toEqual([
    { suite: 'packages/rules/test/rule.slow.test.ts', last: '2026-01-02' },
    { suite: 'apps/service/test/start.slow.test.ts', last: '2026-01-02' },
  ]);
});

test('a suite that is gone is forgotten', () => {
  record().keep(new Map(TESTS.map((suite) => [suite, 'x'])), TESTS.slice(1), '2026-01-02');
  expect(Object.keys(JSON.parse(readFileSync(join(root, 'scripts/slow/passed.json'), 'utf8')))).toEqual(
    TESTS.slice(1).toSorted(),
  );
});
