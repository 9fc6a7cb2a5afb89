import { expect, test } from '@jest/globals';
import { kindOfFile } from './file-kind.ts';

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
