import { expect, test } from '@jest/globals';
import { canonicalJson } from './canonical-json.ts';

test('sorts names by their code units, also those that look like numbers', () => {
  expect(canonicalJson({ b: 1, 10: null, a: { z: true, y: [] }, 9: 'x' })).toBe(
    '{"10":null,"9":"x","a":{"y":[],"z":true},"b":1}',
  );
  expect(canonicalJson({})).toBe('{}');
});

test.each(['', ' ', '~', 'a"b', 'a\\b', '[]', '\u0000', '\n', '\u001f', '\u007f', 'é', '\u2028', '😀'])(
  'writes the text %j as JSON does',
  (text) => {
    expect(canonicalJson(text)).toBe(JSON.stringify(text));
    expect(canonicalJson({ [text]: text })).toBe(JSON.stringify({ [text]: text }));
  },
);

test.each(['\ud800', 'a\udfff'])('refuses the lone surrogate in %j', (text) => {
  expect(() => canonicalJson({ name: text })).toThrow(TypeError);
  expect(() => canonicalJson({ [text]: 1 })).toThrow(TypeError);
});

test.each([0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('refuses the number %p', (number) => {
  expect(() => canonicalJson([number])).toThrow(TypeError);
});
