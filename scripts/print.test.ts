import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as api from '../apps/api/src/http/routes.ts';
import { missingPlaces, unlistedTables } from './places/missing-places.ts';
import { pages } from './print/pages.ts';

const printed = pages(api);

test.each([...printed.keys()])('%s says what the code says', (path) => {
  expect(existsSync(path)).toBe(true);
  // Stale? `npm run print`.
  expect(readFileSync(path, 'utf8')).toBe(printed.get(path));
});

type Project = Readonly<{ references?: readonly Readonly<{ path: string }>[] }>;

/** The folder of a project and of all that are built before it. */
function built(folder: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(folder)) return seen;
  seen.add(folder);
  const { references = [] }: Project = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
  for (const { path } of references) built(join(folder, path), seen);
  return seen;
}

test('printing builds nothing that needs a printed type, which a new operation lacks', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const folders = built(/^tsc -b (\S+)$/.exec(scripts.preprint ?? '')?.[1] ?? '.');
  const types = [...printed.keys()].filter((path) => path.endsWith('.ts'));
  expect(types.length).toBeGreaterThan(0);
  expect(folders).toContain('apps/api');
  expect(types.filter((path) => [...folders].some((folder) => path.startsWith(`${folder}/`)))).toEqual([]);
});

describe('a new operation, action, event, error code or scope', () => {
  test('has its line in every table that nothing prints', () => {
    expect(missingPlaces(api)).toEqual([]);
  });

  test('is reported with the file and the line to write if a table lacks it', () => {
    const route = { method: 'get', path: '/rooms/:id/of-no-release', summary: '', access: 'signed-in' };
    expect(missingPlaces({ ROUTES: [route] })).toEqual([
      'apps/api/test/service/routes has no line for the operation GET /rooms/:id/of-no-release. Write there: a row: who may, who may not, a valid body, the things hidden behind its ids, how to fill its list.',
      'packages/client/src/calls has no line for the operation GET /rooms/:id/of-no-release. Write there: the method of the client.',
    ]);
  });
});

test('every table of operations, actions, events, error codes or scopes is listed', () => {
  expect(unlistedTables(api, new Set(printed.keys()))).toEqual([]);
});
