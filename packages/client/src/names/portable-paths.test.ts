import { describe, expect, test } from '@jest/globals';
import { portablePaths } from './portable-paths.ts';

const bytes = (text: string): number => Buffer.byteLength(text);
const named = (name: string): string => portablePaths([{ name, folder: '' }])[0] ?? '';

describe('A path for an archive', () => {
  test.each([
    ['Contracts/2026', 'a.txt', 'Contracts/2026/a.txt'],
    ['', 'Prüfung “final”.pdf', 'Prüfung “final”.pdf'],
    ['', '👩‍👧 family.png', '👩‍👧 family.png'],
    ['', 'می‌خواهم.pdf', 'می‌خواهم.pdf'],
  ])('keeps what every system can hold: %j, %j', (folder, name, path) => {
    expect(portablePaths([{ name, folder }])).toEqual([path]);
  });

  test.each([
    ['.git/hooks', 'pre-commit', '_.git/hooks/pre-commit'],
    ['.ssh', 'config', '_.ssh/config'],
    ['', '.bashrc', '_.bashrc'],
    ['a/.b/.c', '..d', 'a/_.b/_.c/_..d'],
    ['', '\u200b.zshenv', '_.zshenv'],
    ['', '\u200d.zshenv', '_\u200d.zshenv'],
  ])('shows names that shells, ssh and git obey: %j, %j', (folder, name, path) => {
    expect(portablePaths([{ name, folder }])).toEqual([path]);
  });

  test.each([
    ['..', '__'],
    ['.', '_'],
    ['', '_'],
    ['../x', '_.._x'],
    ['/etc/passwd', '_etc_passwd'],
    ['..\\x', '_.._x'],
    ['C:\\x', 'C__x'],
    ['a\0b', 'a_b'],
  ])('leads nowhere else: %j', (name, path) => {
    expect(named(name)).toBe(path);
  });

  test.each([
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['aux .tar.gz', '_aux .tar.gz'],
    ['COM1', '_COM1'],
    ['com¹.log', '_com¹.log'],
    ['LPT9', '_LPT9'],
    ['CONIN$', '_CONIN$'],
    ['console.txt', 'console.txt'],
    ['name. ', 'name__'],
    ['name...', 'name___'],
    ['a<b>c:d"e|f?g*h', 'a_b_c_d_e_f_g_h'],
  ])('is not a device of Windows, nor a name that it changes: %j', (name, path) => {
    expect(named(name)).toBe(path);
  });

  test.each([
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['a\u2066b\u2069', 'a_b_'],
    ['a\u001b[31mb', 'a_[31mb'],
    ['a\nb\tc', 'a_b_c'],
    ['a\u2028b', 'a_b'],
    ['a\ud800b', 'a_b'],
    ['a\ufeffb', 'a_b'],
  ])('has no character that hides or turns text: %j', (name, path) => {
    expect(named(name)).toBe(path);
  });

  test('has names of at most 255 bytes, which keep their extension', () => {
    for (const name of [
      `${'x'.repeat(251)}.pdf`,
      `${'契'.repeat(251)}.pdf`,
      `.${'y'.repeat(254)}`,
      '👩‍👧'.repeat(60),
    ]) {
      expect(bytes(named(name))).toBeLessThanOrEqual(255);
      expect(named(name).isWellFormed()).toBe(true);
    }
    expect(named(`${'契'.repeat(251)}.pdf`)).toBe(`${'契'.repeat(83)}.pdf`);
    expect(named(`${'a '.repeat(126)}b.pdf`)).toMatch(/[^ ]\.pdf$/);
    const two = portablePaths([1, 2].map(() => ({ name: `${'契'.repeat(251)}.pdf`, folder: '' })));
    expect(two[1]).toBe(`${'契'.repeat(82)} (2).pdf`);
    expect(bytes(two[1] ?? '')).toBeLessThanOrEqual(255);
  });
});

describe('Paths of one archive', () => {
  test.each([
    [
      ['a.txt', 'a.txt', 'a.txt'],
      ['a.txt', 'a (2).txt', 'a (3).txt'],
    ],
    [
      ['a.txt', 'A.TXT'],
      ['a.txt', 'A (2).TXT'],
    ],
    [
      ['a.txt', 'a.txt', 'a (2).txt'],
      ['a.txt', 'a (2).txt', 'a (2) (2).txt'],
    ],
    [
      ['.env', '_.env'],
      ['_.env', '_ (2).env'],
    ],
    [
      ['é.txt', 'e\u0301.txt'],
      ['é.txt', 'é (2).txt'],
    ],
    [
      ['x?', 'x*'],
      ['x_', 'x_ (2)'],
    ],
    [
      ['nul', '_nul'],
      ['_nul', '_nul (2)'],
    ],
    [
      ['r.tar.gz', 'r.tar.gz'],
      ['r.tar.gz', 'r (2).tar.gz'],
    ],
  ])('are different after names were changed: %j', (names, paths) => {
    expect(portablePaths(names.map((name) => ({ name, folder: '' })))).toEqual(paths);
  });

  test('are different in folders that became one', () => {
    const files = ['.git', '_.git'].map((folder) => ({ name: 'config', folder }));
    expect(portablePaths(files)).toEqual(['_.git/config', '_.git/config (2)']);
  });

  test('never give a file the place of a folder', () => {
    const files = [
      { name: 'Data', folder: '' },
      { name: 'x', folder: 'data/deep' },
      { name: 'DEEP', folder: 'Data' },
    ];
    expect(portablePaths(files)).toEqual(['Data (2)', 'data/deep/x', 'Data/DEEP (2)']);
  });

  test('are found for 20 000 files of one name as for few', () => {
    const paths = portablePaths(Array.from({ length: 20_000 }, () => ({ name: 'a.txt', folder: 'x' })));
    expect(new Set(paths).size).toBe(20_000);
  });
});
