import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const repository = resolve(import.meta.dirname, '..');
const OXLINT = join(repository, 'node_modules/oxlint/bin/oxlint');

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'strongroom-no-roles-')));
  for (const path of ['.oxlintrc.json', 'scripts/lint'])
    cpSync(join(repository, path), join(folder, path), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lines of a file that the rule refuses. */
function refusedIn(path: string, text: string): readonly number[] {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  const { stdout } = spawnSync(process.execPath, [OXLINT, '--format', 'json', path], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { code: string; labels: readonly { span: { line: number } }[] }[];
  };
  const lines = diagnostics
    .filter(({ code }) => code === 'strongroom(no-roles)')
    .map(({ labels }) => labels[0]?.span.line ?? 0);
  return [...new Set(lines)].sort((one, other) => one - other);
}

const COMPARISONS = [
  "export const a = (me) => me.role === 'owner';",
  "export const b = (me) => 'auditor' != me.role;",
  'export const c = (room) => room.my_role !== null;',
  'export const d = (room) => (room.my_role ? 1 : 2);',
  'export const e = (room) => !room.my_role;',
  'export const f = (room) => room.my_role && 1;',
  "export const g = (me) => ['owner', 'domain_admin'].includes(me.role);",
  "export const h = new Set(['security_officer']);",
  "export const i = (role) => { switch (role) { case 'viewer': return 1; default: return 2; } };",
  'export const j = (room) => { switch (room.my_role) { default: return 2; } };',
  'export const k = (room) => { if (room?.my_role) return 1; return 2; };',
  'export const l = (me) => me.role === `contributor`;',
  "export const m = (me) => me.role === ('owner' as const);",
  'export const n = (room, other) => room.my_role === other.my_role;',
];

const OTHERS = [
  "export const a = [{ id: 'owner', name: 'Owner' }, { id: 'viewer', name: 'Viewer' }];",
  'export const b = (member) => a.find(({ id }) => id === member.role)?.name;',
  "export const c = (room) => room.my_role ?? 'overseer';",
  "export const d = (room) => room.member_visibility === 'owners';",
  "export const e = { role: 'member' };",
  'export const f = (before, after) => before.role !== after.role;',
  "export const g = (me) => me.may.includes('room.archive');",
  "export type H = 'owner' | 'viewer';",
];

describe('pages and command line', () => {
  test.each(['apps/web/src/pages/planted.tsx', 'apps/cli/src/commands/planted.ts'])(
    'never compare roles: each comparison planted in %s is refused',
    (path) => {
      expect(refusedIn(path, COMPARISONS.join('\n'))).toEqual(COMPARISONS.map((_, index) => index + 1));
    },
  );

  test('may show roles as text, and let people choose one', () => {
    expect(refusedIn('apps/web/src/pages/harmless.tsx', OTHERS.join('\n'))).toEqual([]);
  });
});
