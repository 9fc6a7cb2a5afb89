import { expect, test } from '@jest/globals';
import { Presigner } from '../src/direct/presigned.ts';

/** The example of AWS: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html. */
const EXAMPLE = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const request = {
  method: 'GET',
  origin: 'https://examplebucket.s3.amazonaws.com',
  path: '/test.txt',
  from: Date.UTC(2013, 4, 24) / 1000,
  seconds: 86_400,
} as const;

test('an address has the signature of the example of AWS', () => {
  expect(new Presigner(() => EXAMPLE).sign(request)).toBe(
    'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

test('an upload is bound to its size by the signed header, also an empty one', () => {
  const presigner = new Presigner(() => EXAMPLE);
  const of = (size: number): string => presigner.sign({ ...request, method: 'PUT', size });
  expect(of(0)).toContain('X-Amz-SignedHeaders=content-length%3Bhost&');
  expect(new Set([of(0), of(1), of(2)]).size).toBe(3);
});

test('an address of another day is signed with the key of that day', () => {
  const presigner = new Presigner(() => EXAMPLE);
  const next = { ...request, from: request.from + 86_400 };
  presigner.sign(request);
  expect(presigner.sign(next)).toBe(new Presigner(() => EXAMPLE).sign(next));
});

test('another key signs from the next address on, with its own id', () => {
  let key = EXAMPLE;
  const presigner = new Presigner(() => key);
  presigner.sign(request);
  key = { ...EXAMPLE, accessKeyId: 'AKIDSECOND', secretAccessKey: 'another secret' };
  const address = presigner.sign(request);
  expect(address).toContain('X-Amz-Credential=AKIDSECOND%2F');
  expect(address).toBe(new Presigner(() => key).sign(request));
});

test.each([0, -1, 1.5, 604_801, Number.NaN])('a validity of %d seconds is refused', (seconds) => {
  expect(() => new Presigner(() => EXAMPLE).sign({ ...request, seconds })).toThrow(TypeError);
});
