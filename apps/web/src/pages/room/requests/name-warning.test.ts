import { expect, test } from '@jest/globals';
import { nameWarning } from './name-warning.ts';

test.each([
  ['invoice\u202Efdp.exe', 'signs that cannot be seen'],
  ['invoice\u200B.pdf', 'signs that cannot be seen'],
  ['accounts.pdf.EXE', 'a program'],
  ['accounts.pdf.js.', 'a program'],
  ['model.xlsm', 'macros'],
])('the warning about %j names what is odd', (name, warning) => {
  expect(nameWarning(name)).toContain(warning);
});

test.each(['Accounts 2024.pdf', 'Verträge.docx', 'عقد بيع.pdf'])('a warning finds nothing odd about %j', (name) => {
  expect(nameWarning(name)).toBeUndefined();
});
