import * as fc from 'fast-check';

/** Pieces with a meaning in some rule: each is forbidden, or counted, or special somewhere. */
const TELLING = [
  ...Array.from('\0\t\n\r \u007f\u0085\u00a0\u00ad\u200b\u200e\u202e\u2028\u2066\u2069\u3164\ufeff'),
  ...Array.from('\u{1d173}\u{e0020}😀é/\\.@-_:;="\'<>,+%0aZ'),
  '\ud83d',
  '\ude00',
  '..',
  '; ',
  '.5',
  '+01:00',
  'a/b',
  'a@b',
  'a'.repeat(63),
  ' '.repeat(12),
];
const piece = fc.oneof(fc.constantFrom(...TELLING), fc.string({ unit: 'binary', maxLength: 3 }));
const pieces = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
/** Lengths around every bound, in characters of one and of two UTF-16 units. */
const lengths = fc
  .tuple(
    fc.constantFrom(1, 12, 64, 100, 200, 254, 255, 256, 512, 1000, 1024, 2000),
    fc.integer({ min: -1, max: 1 }),
    fc.constantFrom('a', '😀', ' '),
  )
  .map(([length, more, letter]) => letter.repeat(length + more));

/** Moments, valid and almost valid. */
const moments = fc.constantFrom(
  '2026-11-21T00:00:00Z',
  '2026-11-21t00:00:00z',
  '2026-11-21T00:00:00.000Z',
  '2026-11-21T00:00:00+00:00',
  '2026-11-21 00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2024-02-29T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2000-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-11-31T00:00:00Z',
  '2026-11-21T24:00:00Z',
  '2026-11-21T23:60:00Z',
  '2016-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-11-21',
);

/** Any JSON value, mostly with texts and numbers at the edge of some rule. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: pieces },
  { weight: 3, arbitrary: lengths },
  { weight: 1, arbitrary: moments },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 2, arbitrary: fc.integer({ min: -2, max: 2 }) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 2, arbitrary: fc.jsonValue() },
);

/** One of the texts, usually with something inserted, removed or doubled. */
export const variationOf = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...texts, 'a', ''), fc.nat(), fc.nat(2), piece).map(([text, place, cut, added]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + added + text.slice(at + cut);
  });

/** Values of which a schema cannot say all: the zones that a machine knows, JSON within base64url, and valid hosts. */
export const BEYOND_SCHEMAS: ReadonlySet<string> = new Set(['TimeZone', 'SealedToRequest', 'WebhookUrl']);
