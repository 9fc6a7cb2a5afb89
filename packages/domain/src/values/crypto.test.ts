import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { base64, bytesIn } from '../../test/base64.ts';
import { GcmTag, Iv } from './crypto.ts';

describe.each([
  ['Iv', Iv, 12, 'INVALID_IV'],
  ['GcmTag', GcmTag, 16, 'INVALID_TAG'],
] as const)('%s', (_, value, length, code) => {
  const bytes = (n: number) => fc.uint8Array({ minLength: n, maxLength: n });

  test(`takes any ${length} bytes in base64`, () => {
    fc.assert(fc.property(bytes(length), (content) => expect(value.is(base64(content))).toBe(true)));
  });

  test(`refuses every other number of bytes`, () => {
    const others = fc.uint8Array({ maxLength: 40 }).filter((content) => content.length !== length);
    fc.assert(fc.property(others, (content) => expect(value.problem(base64(content))?.code).toBe(code)));
  });

  test('takes one spelling of the same bytes only', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 14, maxLength: 26, unit: fc.constantFrom(...'ABQgw019+/=-_ '.split('')) }),
        (text) => {
          const decoded = bytesIn(text);
          expect(value.is(text)).toBe(decoded.length === length && base64(decoded) === text);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('refuses blanks, line breaks, base64url, missing or superfluous padding, and non-strings', () => {
    const right = base64(new Uint8Array(length).fill(0xff));
    expect(value.is(right)).toBe(true);
    const wrong = [
      '',
      ` ${right}`,
      `${right} `,
      `${right}\n`,
      right.replaceAll('/', '_'),
      `${right}=`,
      `${right}==`,
      right.slice(0, -1),
      right.replace('/', '\n/'),
      [right],
      null,
      undefined,
      7,
    ];
    for (const input of wrong) expect([input, value.problem(input)?.code]).toEqual([input, code]);
  });
});

test('a tag whose unused bits are set is another spelling of the same bytes, and is refused', () => {
  const canonical = `${'A'.repeat(21)}A==`;
  const same = `${'A'.repeat(21)}B==`;
  expect(bytesIn(same)).toEqual(bytesIn(canonical));
  expect([GcmTag.is(canonical), GcmTag.is(same)]).toEqual([true, false]);
});
