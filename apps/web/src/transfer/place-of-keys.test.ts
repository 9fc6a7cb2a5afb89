import { expect, test } from '@jest/globals';
import type { Service } from '@strongroom/client';
import { placeOfKeys } from './place-of-keys.ts';

const AT = { url: 'https://keys.example', key: 'thumbprint' };
const READY: Service['key_service'] = { ...AT, proof: 'grant' };
const SILENT: Service['key_service'] = { url: AT.url, key: null, proof: null };
const ELSEWHERE: Service['key_service'] = { url: 'https://other.example', key: 'other', proof: 'grant' };

const placeAt = (offer?: Service['key_service']) =>
  placeOfKeys({
    enrolled: null,
    signIn: undefined,
    offer: offer === undefined ? undefined : { key_service: offer },
  });

test.each([
  ['a key service that answers', READY, AT],
  ['a service without a key service', null, 'NO_KEY_MANAGEMENT'],
  ['a key service that does not answer', SILENT, 'KEY_SERVICE_UNAVAILABLE'],
  ['a service that has not answered yet', undefined, undefined],
] as const)('the keys of %s', (_, offer, place) => {
  expect(placeAt(offer)).toEqual(place);
});

test('keys come from the place that this browser trusts, whatever the service says', () => {
  const signIn = { ...AT, user: 'me' };
  for (const key_service of [ELSEWHERE, SILENT, null]) {
    const place = placeOfKeys({ enrolled: undefined, signIn, offer: { key_service } });
    expect(place).toEqual({ ...AT, device: undefined, signedIn: undefined });
  }
});
