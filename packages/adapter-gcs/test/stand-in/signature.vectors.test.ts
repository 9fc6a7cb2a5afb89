import { expect, test } from '@jest/globals';
import { describeWithVectors, type SigningVector, signingVectors, vectorAccount } from '../vectors/google.ts';
import { judgeSignature, type SignedRequest, type Verdict } from './signature.ts';

const secondsOf = ({ timestamp }: SigningVector): number => Date.parse(timestamp) / 1000;

/** The request for the address and the headers of a vector. */
function requestOf({ method, expectedUrl, headers = {} }: SigningVector): SignedRequest {
  const [, host = '', target = ''] = /^https?:\/\/([^/]+)(.*)$/.exec(expectedUrl) ?? [];
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { method, target, headers: { host, ...Object.fromEntries(lower) } };
}

const verdictOn = (request: SignedRequest, now: number): Verdict => {
  const { email, privateKey } = vectorAccount();
  return judgeSignature(request, { accounts: { [email]: privateKey }, hmac: {} }, now);
};

const inTarget =
  (from: RegExp, to: string) =>
  (request: SignedRequest): SignedRequest => {
    const target = request.target.replace(from, to);
    expect(target).not.toBe(request.target);
    return { ...request, target };
  };

/** Alterations of a signed request, all of which must be refused. */
const ALTERATIONS: Readonly<Record<string, (request: SignedRequest) => SignedRequest>> = {
  'another method': (request) => ({ ...request, method: request.method === 'DELETE' ? 'GET' : 'DELETE' }),
  'another object': inTarget(/\?/, 'x?'),
  'a longer life': inTarget(/X-Goog-Expires=\d+/, '$&0'),
  'a later date': inTarget(/X-Goog-Date=2019(\d{4})T09/, 'X-Goog-Date=2019$1T10'),
  'another day of the scope': inTarget(/%2F2019\d{4}%2F/, '%2F20190202%2F'),
  'another account': inTarget(/test-iam-credentials/, 'test-iam-credential'),
  'another algorithm': inTarget(/GOOG4-RSA-SHA256/, 'GOOG4-HMAC-SHA256'),
  'a parameter more': inTarget(/$/, '&generation=1'),
  'a parameter twice': inTarget(/(&X-Goog-Date=[^&]+)/, '$1$1'),
  'one digit of the signature': (request) => inTarget(/.$/, request.target.endsWith('0') ? '1' : '0')(request),
  'half of the signature': inTarget(/[0-9a-f]{256}$/, ''),
  'the signature in capitals': inTarget(/[a-f](?=[0-9a-f]{0,200}$)/, 'A'),
  'no signature': inTarget(/&X-Goog-Signature=.*$/, ''),
  'another host': ({ headers, ...request }) => ({ ...request, headers: { ...headers, host: `x${headers.host}` } }),
  'one more header of Google’s': ({ headers, ...request }) => ({
    ...request,
    headers: { ...headers, 'x-goog-if-generation-match': '0' },
  }),
  'every signed header changed': ({ headers, ...request }) => ({
    ...request,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `0${value}`])),
  }),
  'no headers': (request) => ({ ...request, headers: {} }),
  'the names of the headers without the first': inTarget(/X-Goog-SignedHeaders=[^%&]+/, 'X-Goog-SignedHeaders='),
};

describeWithVectors('the 29 signed addresses of Google’s vectors', () => {
  test('signed addresses are accepted until the last second of their lifetime', () => {
    for (const vector of signingVectors()) {
      for (const now of [secondsOf(vector), secondsOf(vector) + vector.expiration])
        expect([vector.description, verdictOn(requestOf(vector), now)]).toEqual([vector.description, 'accepted']);
    }
    expect(signingVectors()).toHaveLength(29);
  });

  test('signed addresses are refused a second too late, and long before their time', () => {
    for (const vector of signingVectors()) {
      const late = secondsOf(vector) + vector.expiration + 1;
      expect([vector.description, verdictOn(requestOf(vector), late)]).toEqual([vector.description, 'ExpiredToken']);
      expect(verdictOn(requestOf(vector), secondsOf(vector) - 901)).toBe('AccessDenied');
    }
  });

  test.each(Object.entries(ALTERATIONS))('altered addresses are refused with %s', (_how, alter) => {
    for (const vector of signingVectors()) {
      const verdict = verdictOn(alter(requestOf(vector)), secondsOf(vector));
      expect([vector.description, verdict]).not.toEqual([vector.description, 'accepted']);
    }
  });
});
