import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pathInFolder, StrongroomError } from '@strongroom/client';

test('a file keeps the folder and the name that it has in its room', () => {
  expect(pathInFolder('/out', { name: 'a.txt' })).toBe(join('/out', 'a.txt'));
  expect(pathInFolder('/out', { name: 'a.txt', folder: '' })).toBe(join('/out', 'a.txt'));
  expect(pathInFolder('/out', { name: 'a.b', folder: 'x/ y/…' })).toBe(join('/out', 'x', ' y', '…', 'a.b'));
});

test.each([
  ['.zshenv', undefined, '_.zshenv'],
  ['..a', undefined, '_..a'],
  ['config', '.ssh', '_.ssh/config'],
  ['pre-commit', 'work/.git/hooks', 'work/_.git/hooks/pre-commit'],
  ['.b', '.a', '_.a/_.b'],
  ['\u200b.zshenv', undefined, '_\u200b.zshenv'],
])('a name gets "_" before its leading dot: %j in the folder %j', (name, folder, expected) => {
  expect(pathInFolder('/out', { name, folder })).toBe(join('/out', ...expected.split('/')));
});

test('the folder that the caller chose keeps its dots', () => {
  expect(pathInFolder('/home/.cache', { name: 'a' })).toBe(join('/home/.cache', 'a'));
  expect(pathInFolder('.', { name: '.a' })).toBe('_.a');
});

test.each([
  { name: '..' },
  { name: '.' },
  { name: '' },
  { name: '../x' },
  { name: '/etc/passwd' },
  { name: 'a\0b' },
  { name: 'a', folder: '..' },
  { name: 'a', folder: 'x/../..' },
  { name: 'a', folder: '/x' },
  { name: 'a', folder: 'x//y' },
])('%j is rejected as a place for a file', (file) => {
  expect(() => pathInFolder('/out', file)).toThrow(StrongroomError);
  expect(() => pathInFolder('/out', file)).toThrow(expect.objectContaining({ code: 'NAME_UNSAFE' }));
});

test.each([
  ['a\u001b[31mb', 'a_[31mb'],
  ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
  ['a:b?"c.txt', 'a:b?"c.txt'],
  ['end. ', 'end. '],
  ['con', 'con'],
  [`${'契'.repeat(100)}.pdf`, `${'契'.repeat(83)}.pdf`],
])('the name %j is changed only where this disk cannot hold it or it would mislead', (name, expected) => {
  expect(pathInFolder('/out', { name })).toBe(join('/out', expected));
});

test.each([
  ['a:b?"c.txt', 'a_b__c.txt'],
  ['a\\b', 'a_b'],
  ['end. ', 'end__'],
  ['con', '_con'],
  ['LPT1.txt', '_LPT1.txt'],
])('a name that Windows reserves is changed on its disk: %j', (name, expected) => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  try {
    expect(pathInFolder('/out', { name })).toBe(join('/out', expected));
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});

test('leading dots stay on request, and a text goes before the extension', () => {
  expect(pathInFolder('/out', { name: '.env', folder: '.ssh' }, { keepDots: true })).toBe('/out/.ssh/.env');
  expect(pathInFolder('/out', { name: 'r.tar.gz' }, { added: '.1' })).toBe('/out/r.1.tar.gz');
  const long = pathInFolder('/out', { name: `${'契'.repeat(100)}.pdf` }, { added: `.${'d'.repeat(36)}` });
  expect(long).toMatch(/\.d{36}\.pdf$/);
});
