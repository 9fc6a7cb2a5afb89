import { expect, test } from '@jest/globals';
import type { Instant, Json } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import { BSON, Double, Long } from 'mongodb';
import { decodeEventRow } from '../src/audit/event-row.ts';
import { rowOf } from '../src/documents/layout.ts';
import { RowDecoder } from '../src/documents/row-decoder.ts';

const thing = (id: string, body: Json): StoredDocument => ({
  id,
  version: 1,
  schema: 1,
  position: 5 as Instant,
  keys: ['k'],
  uniqueKeys: ['u'],
  body,
});

const stored = (document: StoredDocument): Buffer => Buffer.from(BSON.serialize(rowOf('things', document)));

test('the decoder returns the same frozen document for the same bytes', () => {
  const decoder = new RowDecoder();
  const first = decoder.decode(stored(thing('é', { list: [{ deep: 1 }] })));
  expect(first).toEqual({
    _id: 'things/é',
    uniqueKeys: ['things/u'],
    document: thing('é', { list: [{ deep: 1 }] }),
  });
  expect(decoder.decode(stored(thing('é', { list: [{ deep: 1 }] })))).toBe(first);
  expect(Object.isFrozen(first.document)).toBe(true);
});

test('the decoder decodes other bytes of the same id and version', () => {
  const decoder = new RowDecoder();
  decoder.decode(stored(thing('a', 1)));
  expect(decoder.decode(stored(thing('a', 2))).document.body).toBe(2);
  expect(decoder.decode(stored(thing('a', 1))).document.body).toBe(1);
});

test('the decoder keeps its own copy of the bytes', () => {
  const decoder = new RowDecoder();
  const bytes = stored(thing('a', 'before'));
  decoder.decode(bytes);
  const before = Buffer.from(bytes);
  bytes.write('after!', bytes.indexOf('before'));
  expect(decoder.decode(bytes).document.body).toBe('after!');
  expect(decoder.decode(before).document.body).toBe('before');
});

test('the decoder forgets documents that were not used for long', () => {
  const decoder = new RowDecoder();
  const [used, unused] = [stored(thing('used', 0)), stored(thing('unused', 0))];
  const [one, other] = [decoder.decode(used), decoder.decode(unused)];
  for (let n = 0; n < 60; n++) {
    decoder.decode(stored(thing(`big ${n}`, 'x'.repeat(100_000))));
    expect(decoder.decode(used)).toBe(one);
  }
  expect(decoder.decode(unused)).not.toBe(other);
});

const TEXTS = { head: '{"name":"Löwe 🦁","seq":', tail: ',"v":1}', ip: '2001:db8::1' };

test.each([
  ['an int32', 70_000],
  ['a double', new Double(3_000_000_000)],
  ['a long', Long.fromNumber(3_000_000_001)],
  ['the first', 0],
])('a row of an event is read as the driver reads it, with the number as %s', (_, seq) => {
  for (const row of [{ ...TEXTS, seq }, { seq, ...TEXTS }, { seq }, { seq, head: '', tail: '' }]) {
    const bytes = Buffer.from(BSON.serialize(row));
    expect(decodeEventRow(bytes)).toEqual(BSON.deserialize(bytes));
  }
});

test('a row with other fields or types is read too', () => {
  for (const row of [{ ...TEXTS, seq: 1, entry: 5 }, { ...TEXTS, ip: null, seq: 2 }, { head: 'a' }]) {
    const bytes = Buffer.from(BSON.serialize(row));
    expect(decodeEventRow(bytes)).toEqual(BSON.deserialize(bytes));
  }
});
