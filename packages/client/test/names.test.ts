import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pathInFolder, StrongroomError } from '@strongroom/client';

test('a file stands where its room says', () => {
  expect(pathInFolder('/out', { name: 'a.txt' })).toBe(join('/out', 'a.txt'));
  expect(pathInFolder('/out', { name: 'a.txt', folder: '' })).toBe(join('/out', 'a.txt'));
  expect(pathInFolder('/out', { name: '..a', folder: 'x/ y/…' })).toBe(join('/out', 'x', ' y', '…', '..a'));
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
])('%j leads nowhere', (file) => {
  expect(() => pathInFolder('/out', file)).toThrow(StrongroomError);
  expect(() => pathInFolder('/out', file)).toThrow(expect.objectContaining({ code: 'NAME_UNSAFE' }));
});
