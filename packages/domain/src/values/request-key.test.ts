import { expect, test } from '@jest/globals';
import { EncryptedPrivateKey, isSealedFor, RequestPublicKey, SealedToRequest } from './request-key.ts';

const KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'ekODprswg9VJL5yx-3lRcAON5uUzZeoY13kUg3d7bHU',
  y: 'WappO494YufXma_B93p-py2hl5pq7m91QfWaEYZ8bO4',
} as const;
const REQUEST = '5b0e6c1a-7d3f-4e58-9a2c-1f4d8e6b3a70';
/** Made by jwcrypto. */
const SEALED =
  'eyJhbGciOiJFQ0RILUVTIiwiYXB2IjoiTldJd1pUWmpNV0V0TjJRelppMDBaVFU0TFRsaE1tTXRNV1kwWkRobE5tSXpZVGN3IiwiZW5jIjoiQTI1NkdDTSIsImVwayI6eyJjcnYiOiJQLTI1NiIsImt0eSI6IkVDIiwieCI6IlZSQmc1OHN3cTA2bU9iLUxYcFNJNVZDSTZjVHZ2M2FSSXF5aDUwcDdJbnMiLCJ5IjoiT1VQU2FnWUlFZTBMcmh1eWNrUjFMMmJJVDJGY0dhVW9LelI0Z185d09OWSJ9fQ..-VHI4QwWr4xRe0e4.XGggO6yh01gzjqOszzX-RnfyJvZXCHRmu85G6IwYqvk.yHoMDeuboGkTK0pTfR6K_A';

test('a public key is a point of P-256 and nothing more', () => {
  expect(RequestPublicKey.is(KEY)).toBe(true);
  const wrong: unknown[] = [
    null,
    'key',
    [KEY],
    { ...KEY, d: 'CiKvg5e1PG9dvhWe2JRbxiFo6-h03k8mlDClkrEc-6Q' },
    { ...KEY, kid: 'mine' },
    { ...KEY, crv: 'P-384' },
    { ...KEY, kty: 'OKP' },
    { ...KEY, y: KEY.x },
    { ...KEY, x: KEY.y, y: KEY.x },
    { ...KEY, x: `${KEY.x}=` },
    { ...KEY, x: KEY.x.replaceAll('-', '+') },
    // Another spelling of the same bytes, and a coordinate that is not below p.
    { ...KEY, x: `${KEY.x.slice(0, -1)}V` },
    { ...KEY, x: '_'.repeat(42).concat('8') },
    { ...KEY, x: 'A'.repeat(43), y: 'A'.repeat(43) },
    { ...KEY, x: 7 },
    { kty: 'EC', crv: 'P-256', x: KEY.x },
  ];
  for (const one of wrong) expect([one, RequestPublicKey.is(one)]).toEqual([one, false]);
});

test('a sealed key is a compact JWE of a data key with exactly four fields in its header', () => {
  expect(SealedToRequest.is(SEALED)).toBe(true);
  const [header = '', , ...rest] = SEALED.split('.');
  const fields = JSON.parse(Buffer.from(header, 'base64url').toString());
  const withHeader = (change: object) =>
    [Buffer.from(JSON.stringify({ ...fields, ...change })).toString('base64url'), '', ...rest].join('.');
  expect(SealedToRequest.is(withHeader({}))).toBe(true);
  const wrong: unknown[] = [
    7,
    '',
    '....',
    SEALED.replace('..', '.AAAA.'),
    `${SEALED}.`,
    SEALED.slice(0, -1),
    `${SEALED}A`,
    withHeader({ alg: 'dir' }),
    withHeader({ enc: 'A128GCM' }),
    withHeader({ zip: 'DEF' }),
    withHeader({ epk: { ...KEY, d: 'AAAA' } }),
    withHeader({ epk: { ...KEY, y: KEY.x } }),
    withHeader({ apv: undefined }),
    withHeader({ apv: 'é' }),
    withHeader({ apv: 'A'.repeat(3000) }),
    ['bm8', '', ...rest].join('.'),
    ['bnVsbA', '', ...rest].join('.'),
  ];
  for (const one of wrong) expect([one, SealedToRequest.is(one)]).toEqual([one, false]);
  expect(SealedToRequest.problem('....')).toMatchObject({ code: 'INVALID_SEALED_KEY' });
});

test('a sealed key names its request', () => {
  const sealed = SealedToRequest.parse(SEALED);
  expect(isSealedFor(sealed, REQUEST)).toBe(true);
  expect(isSealedFor(sealed, REQUEST.replace('5', '6'))).toBe(false);
});

test('a private key is at most one KiB of ciphertext', () => {
  expect(EncryptedPrivateKey.is(Buffer.alloc(1024).toString('base64'))).toBe(true);
  for (const one of [Buffer.alloc(1027).toString('base64'), '', 'a', 'AAA', 'AA-_', 7])
    expect([one, EncryptedPrivateKey.is(one)]).toEqual([one, false]);
});
