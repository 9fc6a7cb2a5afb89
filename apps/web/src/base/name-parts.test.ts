import { expect, test } from '@jest/globals';
import { splitName } from './name-parts.ts';

test.each([
  ['Agreement on the sale of shares, final v2.pdf', 'Agreement on the sale of shares, final ', 'v2.pdf'],
  [`${'w'.repeat(40)}.pdf`, 'w'.repeat(32), `${'w'.repeat(8)}.pdf`],
  ['a.pdf', 'a', '.pdf'],
  ['archive.tar.gz', 'arc', 'hive.tar.gz'],
  ['عقد بيع الأسهم النهائي.pdf', 'عقد بيع الأسهم النهائي', '.pdf'],
  ['😀😀.pdf', '😀😀', '.pdf'],
  ['no extension', 'no extension', ''],
  ['.gitignore', '.gitignore', ''],
  ['Meeting on 3. and 4. May', 'Meeting on 3. and 4. May', ''],
])('a long name keeps its end: %s', (name, start, end) => {
  expect(splitName(name)).toEqual([start, end]);
});
