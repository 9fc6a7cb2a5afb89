import { expect, test } from '@jest/globals';
import { percentPath } from '@strongroom/store-kit';
import { rsaSigner } from '../src/signing/rsa-signer.ts';
import { type RequestToSign, signedUrl } from '../src/signing/signed-url.ts';
import type { Signer } from '../src/signing/signer.ts';
import { describeWithVectors, type SigningVector, signingVectors, vectorAccount } from './vectors/google.ts';

/** The request of a vector. Its target is in the expected address. */
function requestOf(vector: SigningVector): RequestToSign {
  const path = new URL(vector.expectedUrl).pathname;
  const named = `/${vector.bucket}${vector.object === undefined ? '' : `/${percentPath(vector.object)}`}`;
  expect([named, `/${vector.object}`]).toContain(path);
  return {
    method: vector.method,
    origin: vector.expectedUrl.slice(0, vector.expectedUrl.indexOf('/', 'https://'.length)),
    path,
    headers: vector.headers ?? {},
    query: vector.queryParameters ?? {},
    from: Date.parse(vector.timestamp) / 1000,
    seconds: vector.expiration,
  };
}

describeWithVectors('Google’s 29 vectors of V4 signing', () => {
  test('the vectors are complete', () => {
    expect(signingVectors()).toHaveLength(29);
  });

  test('text to sign and address come out byte by byte', async () => {
    for (const vector of signingVectors()) {
      const texts: string[] = [];
      const rsa = rsaSigner(vectorAccount());
      const signer: Signer = {
        ...rsa,
        sign: async (text, day) => {
          texts.push(text);
          return rsa.sign(text, day);
        },
      };
      const url = await signedUrl(signer, requestOf(vector));
      expect([vector.description, texts]).toEqual([vector.description, [vector.expectedStringToSign]]);
      expect([vector.description, url]).toEqual([vector.description, vector.expectedUrl]);
    }
  });
});
