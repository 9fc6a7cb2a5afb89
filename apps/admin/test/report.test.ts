import { expect, test } from '@jest/globals';
import { formatBytes } from '@strongroom/command-line';
import { fail, formatFindings, isHealthy, ok, quoteForShell, warn } from '@strongroom/settings';
import { diskFinding } from '../src/doctor/disk.ts';
import { aFolder, strongroomAdminHere } from './setting.ts';

const MiB = 1024 * 1024;

test('the report warns of little disk space, and fails with too little', () => {
  expect([255, 256, 1023, 1024].map((free) => diskFinding(free * MiB).status)).toEqual(['fail', 'warn', 'warn', 'ok']);
});

test('sizes are printed in binary units, with one decimal below ten', () => {
  expect([0, 1, 1023, 1024, 1536, 20 * 1024, 3.25 * 1024 ** 3, 5 * 1024 ** 5].map(formatBytes)).toEqual([
    '0 bytes',
    '1 byte',
    '1023 bytes',
    '1.0 KiB',
    '1.5 KiB',
    '20 KiB',
    '3.3 GiB',
    '5120 TiB',
  ]);
});

test('the report quotes a path only if a shell would misread it', () => {
  expect(quoteForShell('/srv/room-1/keys')).toBe('/srv/room-1/keys');
  expect(quoteForShell("/srv/bob's $HOME")).toBe("'/srv/bob'\\''s $HOME'");
});

test('the exit code is an error for failures only, and columns are aligned', () => {
  const findings = [ok('node', 'Node 26'), warn('owner token', 'has mode 0644', 'chmod 600 it')];
  expect(isHealthy(findings)).toBe(true);
  expect(isHealthy([...findings, fail('disk', 'full', 'free some')])).toBe(false);
  expect(formatFindings(findings, false)).toBe(
    ['ok    node         Node 26', 'warn  owner token  has mode 0644: chmod 600 it', ''].join('\n'),
  );
});

test('a terminal shows colours, unless NO_COLOR is set', async () => {
  const args = ['doctor', '--data-dir', await aFolder()];
  expect((await strongroomAdminHere(args, { isTerminal: true })).out).toContain('\u001b[32mok  \u001b[39m  node');
  expect((await strongroomAdminHere(args, { isTerminal: true, env: { NO_COLOR: '1' } })).out).not.toContain('\u001b');
});
