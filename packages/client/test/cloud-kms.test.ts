import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { KeyUnwrapper } from '@strongroom/client';
import { cloudKmsUnwrapper } from '@strongroom/client/cloud-kms';
import { PassThroughClient } from 'google-auth-library';
import { crc32c } from '../src/node/crc32c.ts';
import { failureOf } from './failure.ts';
import { type Failed, type KmsServer, kmsServer } from './kms-server.ts';
import { notedTime } from './waits.ts';

const NAME = 'projects/p/locations/eu/keyRings/rooms/cryptoKeys/room-1';
const KEY = randomBytes(32);
const WRAPPED = Buffer.concat([Buffer.from('!'), KEY]).toString('base64');

let server: KmsServer;
let clock = notedTime();
beforeEach(() => {
  clock = notedTime();
});
afterEach(() => server?.end());

/** The real client library, loaded with the first key, against a server of our own. */
const unwrapper = (): KeyUnwrapper =>
  cloudKmsUnwrapper({
    time: clock.time,
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

test('the checksum is CRC-32C (Castagnoli)', () => {
  // The check value of CRC-32C, and the first example of RFC 3720 appendix B.4.
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
});

test('a data key is unwrapped with the key that wrapped it', async () => {
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

test('the unwrapper sends the additional authenticated data with the wrapped key', async () => {
  server = await kmsServer();
  const aad = Buffer.from('room and file').toString('base64');
  expect(Buffer.from(await unwrap({ aad }))).toEqual(KEY);
  expect(server.asked[0]).toMatchObject({
    additionalAuthenticatedData: aad,
    additionalAuthenticatedDataCrc32c: `${crc32c(Buffer.from('room and file'))}`,
  });
});

test('the unwrapper rejects a wrapped key that was changed', async () => {
  server = await kmsServer();
  await expect(unwrap({ wrappedDek: `A${WRAPPED.slice(1)}` })).rejects.toThrow('Decryption failed');
});

test('the unwrapper asks again for a data key that was damaged in transit', async () => {
  server = await kmsServer((answer, index) =>
    index === 0 ? { ...answer, plaintext: randomBytes(32).toString('base64') } : answer,
  );
  expect(Buffer.from(await unwrap())).toEqual(KEY);
  expect(server.asked).toHaveLength(2);
});

test.each([
  ['damaged', { plaintext: randomBytes(32).toString('base64') }],
  ['without a checksum', { plaintextCrc32c: undefined }],
])('the unwrapper gives up after three attempts when the key is always %s', async (_, spoilt) => {
  server = await kmsServer((answer) => ({ ...answer, ...spoilt }) as typeof answer);
  expect((await failureOf(unwrap())).code).toBe('KEY_NOT_UNWRAPPED');
  expect(server.asked).toHaveLength(3);
});

test.each(['local/1', '../x', 'projects/p', `${NAME}/cryptoKeyVersions/1`, `x/${NAME}`])(
  'the unwrapper sends no request for %s, which is not the name of a Cloud KMS key',
  async (kmsKeyId) => {
    server = await kmsServer();
    expect((await failureOf(unwrap({ kmsKeyId }))).code).toBe('KEY_NOT_UNWRAPPED');
    expect(server.asked).toHaveLength(0);
  },
);

const PASSING: readonly Failed[] = [
  { status: 503, code: 'UNAVAILABLE', message: 'The service is currently unavailable.' },
  { status: 504, code: 'DEADLINE_EXCEEDED', message: 'The deadline expired.' },
  { status: 500, code: 'INTERNAL', message: 'Internal error encountered.' },
];

test.each(PASSING)('the unwrapper retries after $code', async (passing) => {
  server = await kmsServer((answer, index) => (index < 2 ? passing : answer));
  expect(Buffer.from(await unwrap())).toEqual(KEY);
  expect(clock.pauses).toHaveLength(2);
});

test.each(PASSING)('the unwrapper reports the service as unavailable after $code three times', async (passing) => {
  server = await kmsServer(() => passing);
  const error = await failureOf(unwrap());
  expect(error).toMatchObject({ code: 'KEY_SERVICE_UNAVAILABLE', status: 503, attempts: 3 });
  expect(error.message).toContain(`(${passing.code}): ${passing.message}`);
  expect(server.asked).toHaveLength(3);
});

test('the unwrapper reports an unreachable service as unavailable', async () => {
  server = await kmsServer();
  server.end();
  expect(await failureOf(unwrap())).toMatchObject({ code: 'KEY_SERVICE_UNAVAILABLE', attempts: 3 });
});

test.each<Failed>([
  { status: 403, code: 'PERMISSION_DENIED', message: "Permission 'useToDecrypt' denied." },
  { status: 401, code: 'UNAUTHENTICATED', message: 'No credentials.' },
  { status: 404, code: 'NOT_FOUND', message: 'There is no such key.' },
  { status: 400, code: 'FAILED_PRECONDITION', message: 'The version is destroyed.' },
])('the unwrapper reports $code by its name, without another attempt', async (refused) => {
  server = await kmsServer(() => refused);
  const error = await failureOf(unwrap());
  expect(error).toMatchObject({ code: 'KEY_NOT_UNWRAPPED', status: 0, attempts: 1 });
  expect(error.message).toBe(`Cloud KMS refuses to unwrap the key (${refused.code}): ${refused.message}`);
  expect(server.asked).toHaveLength(1);
});

/** A client of gRPC, whose error messages begin with their code. */
function grpc(error: Error): KeyUnwrapper {
  const decrypt = async (): Promise<never> => {
    throw error;
  };
  return cloudKmsUnwrapper({ client: { decrypt }, time: clock.time });
}

test('the unwrapper names the code once over gRPC', async () => {
  const refused = Object.assign(new Error('7 PERMISSION_DENIED: Not yours.'), { code: 7 });
  const error = await failureOf(grpc(refused).unwrap({ wrappedDek: WRAPPED, kmsKeyId: NAME, aad: null }));
  expect(error.message).toBe('Cloud KMS refuses to unwrap the key (PERMISSION_DENIED): Not yours.');
  expect(error.cause).toBe(refused);
});

test('the unwrapper keeps the message of an error that never reached Cloud KMS', async () => {
  const refused = new Error('Could not load the default credentials.');
  const error = await failureOf(grpc(refused).unwrap({ wrappedDek: WRAPPED, kmsKeyId: NAME, aad: null }));
  expect(error).toMatchObject({ code: 'KEY_NOT_UNWRAPPED', cause: refused });
  expect(error.message).toBe('Cloud KMS could not be asked: Could not load the default credentials.');
});

test('the unwrapper stops waiting when the caller aborts', async () => {
  server = await kmsServer(() => PASSING[0] as Failed);
  const stop = new AbortController();
  const pause = async () => stop.abort(new Error('no longer wanted'));
  clock = { ...clock, time: { ...clock.time, pause } };
  await expect(unwrap({ signal: stop.signal })).rejects.toThrow('no longer wanted');
  expect(server.asked).toHaveLength(1);
});
