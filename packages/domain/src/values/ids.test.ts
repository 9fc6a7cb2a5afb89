import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import * as ids from './ids.ts';

const KINDS = [
  ids.OrgId,
  ids.OrgUnitId,
  ids.UserId,
  ids.RoomId,
  ids.FileId,
  ids.ShareLinkId,
  ids.TokenId,
  ids.InvitationId,
  ids.ReceiptId,
  ids.EventId,
];

test('every lowercase UUID with hyphens is an id', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      for (const kind of KINDS) expect(kind.is(id)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('an id in upper case is wrong, even with one such letter', () => {
  for (const id of ['3F2B8C1E-9D4A-4C57-8A1B-2F6E0D9C7B35', '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b3F']) {
    expect(ids.isUuid(id)).toBe(false);
    for (const kind of KINDS)
      expect(kind.problem(id)).toMatchObject({ rule: 'uuid', message: 'must be a lowercase UUID' });
  }
});

test('nothing else is an id', () => {
  const id = '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35';
  for (const wrong of [
    '',
    'me',
    id.replaceAll('-', ''),
    `{${id}}`,
    `urn:uuid:${id}`,
    ` ${id}`,
    `${id}\n`,
    `${id}0`,
    id.slice(1),
    id.replace('3', 'g'),
    [id],
    null,
    7,
    undefined,
  ])
    expect([wrong, ids.isUuid(wrong)]).toEqual([wrong, false]);
});

test('each kind of id has its own name', () => {
  expect(new Set(KINDS.map((kind) => kind.name)).size).toBe(KINDS.length);
  expect(new Set(KINDS.map((kind) => kind.description)).size).toBe(KINDS.length);
});

test('an id in a body is any string: a malformed one is answered 404 like an unknown one', () => {
  for (const text of ['', 'me', '3F2B8C1E-9D4A-4C57-8A1B-2F6E0D9C7B35']) expect(ids.IdReference.is(text)).toBe(true);
  for (const other of [7, null, undefined, ['a'], {}])
    expect(ids.IdReference.problem(other)?.code).toBe('VALIDATION_ERROR');
});
