import { createDecipheriv, createECDH, createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { StrongroomError } from '../src/base/error.ts';
import { ownBytes } from '../src/content/bytes.ts';
import { newRequestPair, openFromRequest, requestThumbprint, sealToRequest } from '../src/links/request-key.ts';

const REQUEST = '5b0e6c1a-7d3f-4e58-9a2c-1f4d8e6b3a70';
const dek = ownBytes(Uint8Array.from({ length: 32 }, (_, index) => index));

/** Sealed by other libraries, for the same key and request. */
const VECTORS = [
  {
    by: 'jwcrypto',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: 'ekODprswg9VJL5yx-3lRcAON5uUzZeoY13kUg3d7bHU',
      y: 'WappO494YufXma_B93p-py2hl5pq7m91QfWaEYZ8bO4',
      d: 'CiKvg5e1PG9dvhWe2JRbxiFo6-h03k8mlDClkrEc-6Q',
    },
    thumbprint: 'ONGNLdUM5U-uDc_ppJMztaBOqRylB6pPCkgGvX3LLc0',
    sealed:
      'eyJhbGciOiJFQ0RILUVTIiwiYXB2IjoiTldJd1pUWmpNV0V0TjJRelppMDBaVFU0TFRsaE1tTXRNV1kwWkRobE5tSXpZVGN3IiwiZW5jIjoiQTI1NkdDTSIsImVwayI6eyJjcnYiOiJQLTI1NiIsImt0eSI6IkVDIiwieCI6IlZSQmc1OHN3cTA2bU9iLUxYcFNJNVZDSTZjVHZ2M2FSSXF5aDUwcDdJbnMiLCJ5IjoiT1VQU2FnWUlFZTBMcmh1eWNrUjFMMmJJVDJGY0dhVW9LelI0Z185d09OWSJ9fQ..-VHI4QwWr4xRe0e4.XGggO6yh01gzjqOszzX-RnfyJvZXCHRmu85G6IwYqvk.yHoMDeuboGkTK0pTfR6K_A',
  },
  {
    by: 'jose',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: 'jM3u-XD0JZuQasjA_OVTSixxW1iqm6IIK9wqCbRy9oc',
      y: 'hyYn-BXUu5nPo4wEaYzrhiR0Z6KM38HoMDzAIIB8dNM',
      d: '3HWZpEZ387aOIKzsQhyMjbWKJp-PM0dfQHV6lMqBrxU',
    },
    thumbprint: 'xQNToxecTm9ZG6QK4IkYZrymzBTOD3zeXrHA8QvYd_M',
    sealed:
      'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSIsImVwayI6eyJ4Ijoidko4OXUwQm1oQTc3N1NZQmxoQnBGSG4tTkJTMUVDbm9xckhnT2pyVGpCRSIsImNydiI6IlAtMjU2Iiwia3R5IjoiRUMiLCJ5IjoiNFFycXpBVXhVRURkRFFGQUd1MWpRX0VrRVNfUkxMNFYzZ3ZlT215R1cxcyJ9LCJhcHYiOiJOV0l3WlRaak1XRXROMlF6WmkwMFpUVTRMVGxoTW1NdE1XWTBaRGhsTm1JellUY3cifQ..Ff0Ua8nqifTFJc9V.tSdhrS3BQ81KgnUqCOnIwQ4CX7gitvHQY0wEDMdm2hQ.6uZFODJEsgFo3Ol6EnGMhw',
  },
] as const;

test.each(VECTORS)(
  'the key of a request opens a text sealed by $by, and has the same name',
  async ({ key, thumbprint, sealed }) => {
    const { d: _, ...publicKey } = key;
    expect(await requestThumbprint(publicKey)).toBe(thumbprint);
    expect(await openFromRequest(JSON.stringify(key), sealed, REQUEST)).toEqual(dek);
  },
);

test('another implementation opens keys that the client seals', async () => {
  const { publicKey, privateKey } = await newRequestPair();
  const sealed = await sealToRequest(publicKey, dek, REQUEST);
  expect(sealed.length).toBeLessThan(2048);
  expect(openedByNode(JSON.parse(privateKey).d, sealed, REQUEST)).toEqual(Buffer.from(dek));
  expect(await openFromRequest(privateKey, sealed, REQUEST)).toEqual(dek);
  expect(await sealToRequest(publicKey, dek, REQUEST)).not.toBe(sealed);
});

test('the key of a request opens a key for no other request, and nothing that a hostile sender made of it', async () => {
  const { publicKey, privateKey } = await newRequestPair();
  const other = await newRequestPair();
  const sealed = await sealToRequest(publicKey, dek, REQUEST);
  const [header = '', , iv = '', key = '', tag = ''] = sealed.split('.');
  const withHeader = (change: object): string => {
    const text = JSON.stringify({ ...JSON.parse(Buffer.from(header, 'base64url').toString()), ...change });
    return [Buffer.from(text).toString('base64url'), '', iv, key, tag].join('.');
  };
  const hostile = [
    '',
    'garbage',
    '....',
    `${header}..${iv}.${key}.`,
    `${header}.${key}.${iv}.${key}.${tag}`,
    `${header}..${iv}.${'A'.repeat(43)}.${tag}`,
    `${header}..${iv}.${key}.${tag}.`,
    `${header}=..${iv}.${key}.${tag}`,
    `bm8..${iv}.${key}.${tag}`,
    `bnVsbA..${iv}.${key}.${tag}`,
    withHeader({ alg: 'dir' }),
    withHeader({ enc: 'A128GCM' }),
    withHeader({ zip: 'DEF' }),
    withHeader({ epk: null }),
    withHeader({ epk: { kty: 'EC', crv: 'P-256', x: publicKey.x, y: publicKey.x } }),
    withHeader({ epk: { ...publicKey, d: 'AAAA' } }),
    withHeader({ epk: { ...publicKey, crv: 'P-384' } }),
    await sealToRequest(publicKey, ownBytes(new Uint8Array(31)), REQUEST),
    await sealToRequest(publicKey, ownBytes(new Uint8Array(4096)), REQUEST),
    await sealToRequest(other.publicKey, dek, REQUEST),
    await sealToRequest(publicKey, dek, '00000000-0000-4000-8000-000000000000'),
  ];
  const answers = await Promise.all(
    hostile.map((one) =>
      openFromRequest(privateKey, one, REQUEST).then(String, (error: unknown) => (error as StrongroomError).code),
    ),
  );
  expect(answers).toEqual(hostile.map(() => 'KEY_NOT_UNWRAPPED'));
});

test('the key of a request seals to no point off the curve', async () => {
  const { publicKey } = await newRequestPair();
  const off = { ...publicKey, y: publicKey.x };
  await expect(sealToRequest(off, dek, REQUEST)).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
});

/** RFC 7516 and 7518 by Node's own primitives, from the private number of the key. */
function openedByNode(privateNumber: string, sealed: string, request: string): Buffer {
  const [header = '', encryptedKey, iv = '', text = '', tag = ''] = sealed.split('.');
  expect(encryptedKey).toBe('');
  const { alg, enc, epk, apv } = JSON.parse(Buffer.from(header, 'base64url').toString());
  expect({ alg, enc }).toEqual({ alg: 'ECDH-ES', enc: 'A256GCM' });
  expect(Buffer.from(apv, 'base64url').toString()).toBe(request);
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateNumber, 'base64url');
  const point = Buffer.concat([Buffer.of(4), ...[epk.x, epk.y].map((one: string) => Buffer.from(one, 'base64url'))]);
  const length = (bytes: Uint8Array | string) => Buffer.of(0, 0, 0, bytes.length);
  const about = [Buffer.from(enc), length(''), length(request), Buffer.from(request), Buffer.of(0, 0, 1, 0)];
  const key = createHash('sha256')
    .update(Buffer.concat([Buffer.of(0, 0, 0, 1), own.computeSecret(point), length(enc), ...about]))
    .digest();
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'));
  decipher.setAAD(Buffer.from(header));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]);
}
