import { expect, test } from '@jest/globals';
import { printList } from '../src/print/print.ts';
import { contentTypeOf } from '../src/transfer/content-type.ts';
import { aTerminal } from './setting.ts';

type Named = Readonly<{ id: string; name: string; label: string }>;

const COLUMNS = [
  ['id', ({ id }: Named) => id],
  ['name', ({ name }: Named) => name],
  ['label', ({ label }: Named) => label],
] as const;

/** Terminal columns: an ideograph and most emoji take two, a combining accent none. */
const WIDTHS = [
  ['Falcon', 6],
  ['東京プロジェクト', 16],
  ['Cafe\u0301', 4],
  ['👩\u200d🚀', 2],
] as const;

test.each(WIDTHS)('aligns the columns of a list with the name %s', async (name, width) => {
  const { result, terminal } = aTerminal({ isTerminal: true, env: { NO_COLOR: '1' } });
  const items = [
    { id: '1', name, label: 'C3' },
    { id: '2', name: 'a'.repeat(20), label: 'C2' },
  ];
  await printList({ terminal, isJson: false }, items, COLUMNS, 'None.');
  expect(result.out.split('\n')).toEqual([
    `id  name${' '.repeat(16)}  label`,
    `1   ${name}${' '.repeat(20 - width)}  C3`,
    `2   ${'a'.repeat(20)}  C2`,
    '',
  ]);
});

test.each([
  ['offer.PDF', 'application/pdf'],
  ['notes.md', 'text/markdown'],
  ['scan.heic', 'image/heic'],
  ['model.step', 'model/step'],
  ['archive.7z', 'application/x-7z-compressed'],
  ['noextension', 'application/octet-stream'],
  ['pdf', 'application/octet-stream'],
  ['.gitignore', 'application/octet-stream'],
  ['a.unknown-thing', 'application/octet-stream'],
])('the content type of %s is %s', (name, type) => {
  expect(contentTypeOf(name)).toBe(type);
});
