import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pathInFolder, StrongroomError } from '@strongroom/client';

test('keeps the folder and the name that a file has in its room', () => {
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
])('puts "_" before the leading dot of %j in the folder %j', (name, folder, expected) => {
  expect(pathInFolder('/out', { name, folder })).toBe(join('/out', ...expected.split('/')));
});

test('keeps dots in the folder that the caller chose', () => {
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
])('rejects %j as a place for a file', (file) => {
  expect(() => pathInFolder('/out', file)).toThrow(StrongroomError);
  expect(() => pathInFolder('/out', file)).toThrow(expect.objectContaining({ code: 'NAME_UNSAFE' }));
});
