import { expect, test } from '@jest/globals';
import { canonicalJson } from './canonical-json.ts';

test('names are sorted by their code units, also those that look like numbers', () => {
  expect(canonicalJson({ b: 1, 10: null, a: { z: true, y: [] }, 9: 'x' })).toBe(
    '{"10":null,"9":"x","a":{"y":[],"z":true},"b":1}',
  );
  expect(canonicalJson({})).toBe('{}');
});

test.each(['', ' ', '~', 'a"b', 'a\\b', '[]', '\u0000', '\n', '\u001f', '\u007f', 'é', '\u2028', '😀'])(
  'the text %j is written as in JSON',
  (text) => {
    expect(canonicalJson(text)).toBe(JSON.stringify(text));
    expect(canonicalJson({ [text]: text })).toBe(JSON.stringify({ [text]: text }));
  },
);

test.each(['\ud800', 'a\udfff'])('the lone surrogate in %j is refused', (text) => {
  expect(() => canonicalJson({ name: text })).toThrow(TypeError);
  expect(() => canonicalJson({ [text]: 1 })).toThrow(TypeError);
});

test.each([0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('the number %p is refused', (number) => {
  expect(() => canonicalJson([number])).toThrow(TypeError);
});
