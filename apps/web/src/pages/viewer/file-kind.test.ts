import { expect, test } from '@jest/globals';
import { kindOfFile } from './file-kind.ts';
import { nameOfKind } from './kind-names.ts';

test.each([
  ['Report.PDF', 'application/octet-stream', 'pdf'],
  ['Model v2.xlsx', 'application/octet-stream', 'table'],
  ['scan', 'application/pdf', 'pdf'],
  ['photo', 'image/heic', 'image'],
  ['notes', 'text/markdown', 'text'],
  ['call.m4a', '', 'media'],
  ['x.constructor', 'application/octet-stream', 'file'],
  ['.zip', '', 'packed'],
  ['noextension', '', 'file'],
])('%s of type %s is of the kind %s', (name, content_type, kind) => {
  expect(kindOfFile({ name, content_type })).toBe(kind);
});

test('a kind has a word, and an unknown one the end of its name', () => {
  expect(nameOfKind('Deck.pptx', 'slides')).toBe('Slides');
  expect([nameOfKind('rows.parquet', 'file'), nameOfKind('noextension', 'file')]).toEqual(['PARQUET', 'File']);
});
