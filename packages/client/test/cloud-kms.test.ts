import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import type { KeyUnwrapper } from '@strongroom/client';
import { cloudKmsUnwrapper } from '@strongroom/client/cloud-kms';
import { PassThroughClient } from 'google-auth-library';
import { crc32c } from '../src/node/crc32c.ts';
import { failure } from './failure.ts';
import { type KmsServer, kmsServer } from './kms-server.ts';

const NAME = 'projects/p/locations/eu/keyRings/rooms/cryptoKeys/room-1';
const KEY = randomBytes(32);
const WRAPPED = Buffer.concat([Buffer.from('!'), KEY]).toString('base64');

let server: KmsServer;
afterEach(() => server?.end());

/** The real client library, which is loaded at the first key, against a server of our own. */
const unwrapper = (): KeyUnwrapper =>
  cloudKmsUnwrapper({
    clientOptions: {
      fallback: true,
      protocol: 'http',
      apiEndpoint: '127.0.0.1',
      port: server.port,
      projectId: 'p',
      authClient: new PassThroughClient(),
    },
  });
const unwrap = (wrapped = {}) => unwrapper().unwrap({ wrappedDek: WRAPPED, kmsKeyId: NAME, aad: null, ...wrapped });

test('the checksum is that of Castagnoli', () => {
  // The check value of CRC-32C, and the first example of RFC 3720 appendix B.4.
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
});

test('a key is unwrapped by the key that wraps it', async () => {
  server = await kmsServer();
  expect(Buffer.from(await unwrap())).toEqual(KEY);
  expect(server.asked).toEqual([
    expect.objectContaining({
      name: NAME,
      ciphertext: WRAPPED,
      ciphertextCrc32c: `${crc32c(Buffer.from(WRAPPED, 'base64'))}`,
    }),
  ]);
});

test('what is authenticated besides goes with it', async () => {
  server = await kmsServer();
  const aad = Buffer.from('room and file').toString('base64');
  expect(Buffer.from(await unwrap({ aad }))).toEqual(KEY);
  expect(server.asked[0]).toMatchObject({
    additionalAuthenticatedData: aad,
    additionalAuthenticatedDataCrc32c: `${crc32c(Buffer.from('room and file'))}`,
  });
});

test('a wrapped key that was changed is refused', async () => {
  server = await kmsServer();
  await expect(unwrap({ wrappedDek: `A${WRAPPED.slice(1)}` })).rejects.toThrow('Decryption failed');
});

test('a key that was damaged on the way is asked for again', async () => {
  server = await kmsServer((answer, index) =>
    index === 0 ? { ...answer, plaintext: randomBytes(32).toString('base64') } : answer,
  );
  expect(Buffer.from(await unwrap())).toEqual(KEY);
  expect(server.asked).toHaveLength(2);
});

test.each([
  ['damaged', { plaintext: randomBytes(32).toString('base64') }],
  ['without a checksum', { plaintextCrc32c: undefined }],
])('a key that is always %s is refused after three times', async (_, spoilt) => {
  server = await kmsServer((answer) => ({ ...answer, ...spoilt }) as typeof answer);
  expect((await failure(unwrap())).code).toBe('KEY_NOT_UNWRAPPED');
  expect(server.asked).toHaveLength(3);
});

test.each(['local/1', '../x', 'projects/p', `${NAME}/cryptoKeyVersions/1`, `x/${NAME}`])(
  '%s is not asked for: it names no key of Cloud KMS',
  async (kmsKeyId) => {
    server = await kmsServer();
    expect((await failure(unwrap({ kmsKeyId }))).code).toBe('KEY_NOT_UNWRAPPED');
    expect(server.asked).toHaveLength(0);
  },
);
