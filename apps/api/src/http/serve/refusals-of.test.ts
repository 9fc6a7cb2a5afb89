import { expect, test } from '@jest/globals';
import { refusalsOf } from './refusals-of.ts';

test('an operation lists the refusals of a row, of the rows seen first and of the rows it names', () => {
  expect(refusalsOf('room.members.add').toSorted()).toEqual([
    'EXTERNAL_OWNER',
    'INSUFFICIENT_ROLE',
    'INSUFFICIENT_ROOM_ROLE',
    'INSUFFICIENT_SCOPE',
    'ROOM_ARCHIVED',
    'ROOM_NOT_FOUND',
    'USER_NOT_FOUND',
  ]);
});

test('an operation leaves out a missing role where sight already requires it', () => {
  expect(refusalsOf('file.get').toSorted()).toEqual(['FILE_NOT_FOUND', 'INSUFFICIENT_SCOPE']);
});

test('an operation lists only the hiding code of a row that hides', () => {
  expect(refusalsOf('share.revoke').toSorted()).toEqual(['INSUFFICIENT_SCOPE', 'SHARE_NOT_FOUND']);
});
