import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { folderCircles, moduleOf } from './folder-circles.ts';

type Tree = Readonly<Record<string, string>>;

const circlesIn = (tree: Tree) => folderCircles(Object.entries(tree).map(([path, source]) => moduleOf(path, source)));

const DOWN: Tree = {
  'packages/a/src/index.ts': "export * from './open.ts';\nexport * from './store/one/x.ts';",
  'packages/a/src/open.ts': "import { x } from './store/one/x.ts';",
  'packages/a/src/store/one/x.ts': "import { y } from '../y.ts';",
  'packages/a/src/store/y.ts': 'export const y = 1;',
};

describe('the check of circles between folders', () => {
  test('accepts imports that lead one way, and an index.ts that hands on what lies below it', () => {
    expect(circlesIn(DOWN)).toEqual([]);
  });

  test('accepts files of one folder that import each other’s neighbours', () => {
    expect(circlesIn({ 'a/x.ts': "import './y.ts';", 'a/y.ts': "import './z.ts';" })).toEqual([]);
  });

  test.each([
    ['a value', "import { x } from './one/x.ts';"],
    ['a type', "import type { X } from './one/x.ts';"],
    ['a re-export', "export { x } from './one/x.ts';"],
    ['a file on demand', "const load = () => import('./one/x.ts');"],
    ['a type in place', "type X = import('./one/x.ts').X;"],
  ])('finds a folder and its parent that import each other, for %s', (_, source) => {
    expect(circlesIn({ ...DOWN, 'packages/a/src/store/y.ts': source })).toEqual([
      ['packages/a/src/store', 'packages/a/src/store/one'],
    ]);
  });

  test('finds a circle of three folders as one, and another circle as another', () => {
    const tree = {
      'a/x.ts': "import '../b/x.ts';",
      'b/x.ts': "import '../c/x.ts';",
      'c/x.ts': "import '../a/x.ts';",
      'd/x.ts': "import './e/x.ts';\nimport '../a/x.ts';",
      'd/e/x.ts': "import '../x.ts';",
      'f/x.ts': "import '../d/x.ts';",
    };
    expect(circlesIn(tree)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'd/e'],
    ]);
  });
});

describe('the program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'circles-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const program = resolve(import.meta.dirname, '../circles.ts');
  const run = () => spawnSync(process.execPath, [program], { cwd: folder, encoding: 'utf8' });
  const write = (tree: Tree): void => {
    for (const [path, source] of Object.entries(tree)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
  };

  test('accepts a tree without circles, and fails with the folders of one', () => {
    write(DOWN);
    expect(run()).toMatchObject({ status: 0, stdout: '4 files, 0 circles between folders\n' });
    write({ 'packages/a/src/store/y.ts': "import type { X } from './one/x.ts';" });
    const { status, stdout } = run();
    expect(status).toBe(1);
    expect(stdout).toContain('these folders import each other: packages/a/src/store, packages/a/src/store/one');
  });
});
