import { expect, test } from '@jest/globals';
import type { Row } from '../src/connection/session.ts';
import { RowDecoder } from '../src/documents/row-decoder.ts';

const row = (id: string, body: unknown, change: Row = {}): Row => ({
  collection: 'things',
  id,
  version: 1,
  schema: 1,
  position: 5,
  keys: '{k,"an other"}',
  unique_keys: '{}',
  body: JSON.stringify(body),
  ...change,
});

/** Decodes a row for the second time, after which its document is kept. */
function kept(decoder: RowDecoder, wanted: Row) {
  decoder.decode(wanted);
  return decoder.decode(wanted);
}

test('the decoder returns the same frozen document for an equal row that was read twice', () => {
  const decoder = new RowDecoder();
  const first = kept(decoder, row('é', { list: [{ deep: 1 }] }));
  expect(first).toEqual({
    id: 'é',
    version: 1,
    schema: 1,
    position: 5,
    keys: ['k', 'an other'],
    uniqueKeys: [],
    body: { list: [{ deep: 1 }] },
  });
  expect(decoder.decode(row('é', { list: [{ deep: 1 }] }))).toBe(first);
  expect([first, first.keys, first.uniqueKeys, first.body].every(Object.isFrozen)).toBe(true);
});

test('the decoder keeps no document of a form that was read once', () => {
  const decoder = new RowDecoder();
  const before = kept(decoder, row('a', 1));
  const once = decoder.decode(row('a', 1, { version: 2 }));
  expect(once).not.toBe(before);
  const twice = decoder.decode(row('a', 1, { version: 2 }));
  expect(twice).not.toBe(once);
  expect(twice).toEqual(once);
  expect(decoder.decode(row('a', 1, { version: 2 }))).toBe(twice);
});

test.each([
  ['body', { body: '2' }],
  ['version', { version: 2 }],
  ['schema', { schema: 2 }],
  ['position', { position: 6 }],
  ['keys', { keys: '{l}' }],
  ['unique keys', { unique_keys: '{u}' }],
])('the decoder decodes a row with another %s', (_what, change) => {
  const decoder = new RowDecoder();
  const first = kept(decoder, row('a', 1));
  const second = kept(decoder, row('a', 1, change));
  expect(second).not.toEqual(first);
  expect(decoder.decode(row('a', 1))).toEqual(first);
  expect(decoder.decode(row('a', 1, change))).toEqual(second);
});

test.each([
  ['{}', []],
  ['{a}', ['a']],
  ['{room:1:C2,email:é@x.example}', ['room:1:C2', 'email:é@x.example']],
  ['{"",b}', ['', 'b']],
  ['{"a,b","{c}","d e","NULL","\\\\","\\""}', ['a,b', '{c}', 'd e', 'NULL', '\\', '"']],
])('the decoder reads the keys in %s', (keys, expected) => {
  expect(new RowDecoder().decode(row('a', 1, { keys })).keys).toEqual(expected);
});

test('the decoder tells documents of two collections apart', () => {
  const decoder = new RowDecoder();
  const first = kept(decoder, row('a', 1));
  expect(kept(decoder, row('a', 1, { collection: 'others' }))).not.toBe(first);
  expect(decoder.decode(row('a', 1))).toBe(first);
});

test('the decoder forgets documents that were not used for long', () => {
  const decoder = new RowDecoder();
  const [used, unused] = [kept(decoder, row('used', 0)), kept(decoder, row('unused', 0))];
  for (let n = 0; n < 60; n += 1) {
    kept(decoder, row(`big ${n}`, 'x'.repeat(100_000)));
    expect(decoder.decode(row('used', 0))).toBe(used);
  }
  expect(decoder.decode(row('unused', 0))).not.toBe(unused);
});
