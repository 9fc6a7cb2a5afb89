import { expect, test } from '@jest/globals';
import { offerFreshMs, offerRetryMs } from './offer-age.ts';

const SILENT = { key_service: { url: 'https://keys.example', proof: null, key: null } };
const READY = { key_service: { url: 'https://keys.example', proof: 'oidc', key: 'x' } };

test.each([
  ['no answer yet', undefined, false, 300_000, false],
  ['an answer that was lost', undefined, true, 300_000, 10_000],
  ['a service without a key service', { key_service: null }, false, 300_000, false],
  ['a key service that answers', READY, false, 300_000, false],
  ['a key service that is silent', SILENT, false, 10_000, 10_000],
] as const)('%s', (_, offer, isLost, fresh, again) => {
  expect([offerFreshMs(offer), offerRetryMs(offer, isLost)]).toEqual([fresh, again]);
});
