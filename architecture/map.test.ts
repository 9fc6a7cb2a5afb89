import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(resolve(root, 'docs/architecture.md'), 'utf8');
const [, map = ''] = /```mermaid\n([\s\S]*?)```/.exec(page) ?? [];

const workspaces = ['packages', 'apps'].flatMap((group) =>
  readdirSync(resolve(root, group), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${group}/${name}`),
);

test.each(workspaces)('the map and the table of packages show %s', (path) => {
  expect(map).toContain(`["${path}<br/>`);
  expect(page).toContain(`](../${path}/src) |`);
});
