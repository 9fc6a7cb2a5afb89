import { expect, test } from '@jest/globals';
import { folderGraph } from './folder-graph.ts';

const MODULES = [
  { path: 'packages/a/src/index.ts', imports: ['packages/a/src/jobs/job.ts', 'packages/b/src/c/c.ts'] },
  {
    path: 'packages/a/src/jobs/job.ts',
    imports: ['packages/a/src/jobs/deep/lease.ts', 'packages/a/src/store/one/x.ts'],
  },
  { path: 'packages/a/src/jobs/deep/lease.ts', imports: ['packages/a/src/index.ts', 'packages/b/src/c/c.ts'] },
  {
    path: 'packages/a/src/store/one/x.ts',
    imports: ['packages/a/src/store/two/y.ts', 'packages/a/src/http/wire/w.ts'],
  },
  { path: 'packages/a/src/http/wire/w.ts', imports: ['packages/a/src/http/routes.ts'] },
  { path: 'packages/a/src/http/routes.ts', imports: [] },
  { path: 'packages/b/src/c/c.ts', imports: ['packages/b/src/d/d.ts'] },
  { path: 'packages/a/test/jobs/x.ts', imports: ['packages/a/src/http/wire/w.ts'] },
];

test('arrows lead from folder to folder of one workspace', () => {
  expect(folderGraph('packages/a', MODULES)).toEqual({
    folders: ['http', 'http/wire', 'jobs', 'store'],
    arrows: [
      { from: 'http/wire', to: 'http' },
      { from: 'jobs', to: 'store' },
      { from: 'store', to: 'http/wire' },
    ],
    circular: [],
  });
});

test('folders that reach themselves are circular, folders that only lead to them are not', () => {
  const back = { path: 'packages/a/src/http/back.ts', imports: ['packages/a/src/store/one/x.ts'] };
  expect(folderGraph('packages/a', [...MODULES, back]).circular).toEqual(['http', 'http/wire', 'store']);
});
