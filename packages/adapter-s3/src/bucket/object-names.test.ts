import { expect, test } from '@jest/globals';
import type { BlobKey } from '@strongroom/ports';
import * as fc from 'fast-check';
import { ObjectNames } from './object-names.ts';

const GENERATION = '01900000000000-0123456789abcdef';
const names = new ObjectNames('rooms/');

/** Keys with long segments, and keys that differ around the places where names are folded. */
const segment = fc.oneof(
  fc.stringMatching(/^[a-z0-9-]{1,6}$/),
  fc
    .tuple(fc.integer({ min: 198, max: 203 }), fc.stringMatching(/^[a0-]{0,2}$/))
    .map(([n, end]) => 'a'.repeat(n) + end),
);
const key = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/') as BlobKey)
  .filter((text) => text.length <= 512);

test('a name is read as the key and the generation that it was made of', () => {
  fc.assert(
    fc.property(key, (one) => {
      expect(names.read(names.name(one, GENERATION))).toEqual({ key: one, generation: GENERATION });
    }),
  );
});

test('names sort as their keys do, also across pages', () => {
  fc.assert(
    fc.property(key, key, (one, other) => {
      fc.pre(one < other);
      expect(names.name(one, GENERATION) < names.name(other, GENERATION)).toBe(true);
      expect(names.name(one, GENERATION) < names.after(one)).toBe(true);
      expect(names.after(one) < names.name(other, GENERATION)).toBe(true);
    }),
  );
});

test('a prefix of keys is a prefix of their names, and of no others', () => {
  fc.assert(
    fc.property(key, fc.nat({ max: 512 }), key, (one, length, other) => {
      const prefix = one.slice(0, length);
      expect(names.name(other, GENERATION).startsWith(names.under(prefix))).toBe(other.startsWith(prefix));
    }),
  );
});

test('a beginning of a key is known, and any other text is not', () => {
  fc.assert(
    fc.property(key, fc.nat({ max: 512 }), (one, length) => {
      expect(ObjectNames.canBegin(one.slice(0, length))).toBe(true);
    }),
  );
  for (const text of ['/', '..', '../', 'a//', 'a/../', 'A', './a', 'a'.repeat(513)])
    expect([text, ObjectNames.canBegin(text)]).toEqual([text, false]);
});

test('no part of a name between two slashes is longer than 255 bytes', () => {
  fc.assert(
    fc.property(key, (one) => {
      const longest = Math.max(
        ...names
          .name(one, GENERATION)
          .split('/')
          .map((part) => part.length),
      );
      expect(longest).toBeLessThanOrEqual(255);
    }),
  );
});

test.each([
  'rooms/a',
  'rooms/a!x',
  'rooms/!self-test/00',
  'other/a!01900000000000-0123456789abcdef',
  'rooms/A!01900000000000-0123456789abcdef',
])('%s is a foreign object', (name) => {
  expect(names.read(name)).toBeUndefined();
});
