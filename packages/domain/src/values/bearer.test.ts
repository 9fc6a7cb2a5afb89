import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { BEARER_PREFIXES, type BearerKind, bearerSecret, crc32, isBearerSecret, shownPrefix } from './bearer.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KINDS = Object.keys(BEARER_PREFIXES) as BearerKind[];
const kinds = fc.constantFrom(...KINDS);
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const secrets = fc.tuple(kinds, bytes).map(([kind, random]) => ({ kind, random, secret: bearerSecret(kind, random) }));

/** The number that a text in base 62 writes. */
const numberIn = (text: string) =>
  Array.from(text).reduce((sum, digit) => sum * 62n + BigInt(ALPHABET.indexOf(digit)), 0n);

describe('a bearer secret', () => {
  test('is its prefix, 43 characters for 256 bits and 6 for the checksum of all that stands before', () => {
    fc.assert(
      fc.property(secrets, ({ kind, random, secret }) => {
        expect(secret).toMatch(/^sr[tsildrq]_[0-9A-Za-z]{49}$/);
        expect(secret.slice(0, 4)).toBe(BEARER_PREFIXES[kind]);
        expect(numberIn(secret.slice(4, 47))).toBe(random.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n));
        expect(numberIn(secret.slice(47))).toBe(BigInt(crc32(secret.slice(0, 47))));
        expect(isBearerSecret(kind, secret)).toBe(true);
      }),
    );
  });

  test('has the prefixes of the interface', () => {
    expect(BEARER_PREFIXES).toEqual({
      apiToken: 'srt_',
      uploadRequest: 'srq_',
      session: 'srs_',
      invitation: 'sri_',
      shareLink: 'srl_',
      deviceCode: 'srd_',
      redemption: 'srr_',
    });
  });

  test('is padded with zeros on the left', () => {
    expect(bearerSecret('apiToken', new Uint8Array(32)).slice(4, 47)).toBe('0'.repeat(43));
    expect(
      bearerSecret(
        'apiToken',
        Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? 61 : 0)),
      ).slice(4, 47),
    ).toBe(`${'0'.repeat(42)}z`);
  });

  test('is always the same text for the same bytes, so that a stored hash stays findable', () => {
    expect(
      bearerSecret(
        'shareLink',
        Uint8Array.from({ length: 32 }, (_, i) => i),
      ),
    ).toBe('srl_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf3yo8v7');
  });

  test('is made of exactly 32 bytes', () => {
    for (const length of [0, 31, 33])
      expect(() => bearerSecret('session', new Uint8Array(length))).toThrow(
        new RangeError('a bearer secret is made of 32 bytes'),
      );
  });

  test('is valid for its own kind only', () => {
    fc.assert(
      fc.property(secrets, kinds, ({ kind, secret }, other) => {
        expect(isBearerSecret(other, secret)).toBe(other === kind);
      }),
    );
  });

  test('is malformed with any one character changed', () => {
    fc.assert(
      fc.property(secrets, ({ secret }) => {
        const missed: string[] = [];
        for (let at = 0; at < secret.length; at++)
          for (const other of `${ALPHABET}_- `) {
            const typo = secret.slice(0, at) + other + secret.slice(at + 1);
            if (typo !== secret && KINDS.some((kind) => isBearerSecret(kind, typo))) missed.push(typo);
          }
        expect(missed).toEqual([]);
      }),
      { numRuns: 5 },
    );
  });

  test('with two neighbours swapped, one character lost or one doubled is none', () => {
    fc.assert(
      fc.property(secrets, fc.integer({ min: 0, max: 51 }), ({ kind, secret }, at) => {
        const [a, b] = [secret.charAt(at), secret.charAt(at + 1)];
        const swapped = secret.slice(0, at) + b + a + secret.slice(at + 2);
        expect(isBearerSecret(kind, swapped)).toBe(swapped === secret);
        expect(isBearerSecret(kind, secret.slice(0, at) + secret.slice(at + 1))).toBe(false);
        expect(isBearerSecret(kind, secret.slice(0, at) + a + a + secret.slice(at + 1))).toBe(false);
      }),
    );
  });

  test('is refused at another length, even with the right checksum', () => {
    const withChecksum = (body: string) => {
      let [sum, digits] = [crc32(body), ''];
      for (; digits.length < 6; sum = Math.floor(sum / 62)) digits = ALPHABET.charAt(sum % 62) + digits;
      return body + digits;
    };
    const zeros = '0'.repeat(43);
    expect(isBearerSecret('apiToken', withChecksum(`srt_${zeros}`))).toBe(true);
    for (const body of [`srt_srt_${zeros}`, `srt_${zeros}0`, `srt_${zeros}00`, `srt_${zeros.slice(1)}`])
      expect(isBearerSecret('apiToken', withChecksum(body))).toBe(false);
  });

  test('has nothing before or after it', () => {
    const secret = bearerSecret('session', new Uint8Array(32).fill(7));
    for (const text of [` ${secret}`, `${secret} `, `${secret}\n`, `x${secret}`, secret.toUpperCase(), ''])
      expect(isBearerSecret('session', text)).toBe(false);
  });

  test('shows its prefix and six characters', () => {
    const secret = bearerSecret('apiToken', new Uint8Array(32).fill(255));
    expect(shownPrefix(secret)).toBe(secret.slice(0, 10));
  });
});

describe('CRC-32', () => {
  test('is the one of zip and PNG', () => {
    expect(crc32('')).toBe(0);
    expect(crc32('123456789')).toBe(0xcbf43926);
    expect(crc32('The quick brown fox jumps over the lazy dog')).toBe(0x414fa339);
  });

  test('tells any substitution of up to four neighbouring characters', () => {
    const ascii = fc.string({ unit: 'binary-ascii', minLength: 4, maxLength: 60 });
    const four = fc.string({ unit: 'binary-ascii', minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(ascii, fc.nat(), four, (text, place, other) => {
        const at = place % (text.length - 3);
        const changed = text.slice(0, at) + other + text.slice(at + 4);
        fc.pre(changed !== text);
        expect(crc32(changed)).not.toBe(crc32(text));
      }),
    );
  });
});
