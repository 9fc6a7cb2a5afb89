import { expect, test } from '@jest/globals';
import { askAgainAfter, freshFor } from './offer-age.ts';

const SILENT = { key_service: { url: 'https://keys.example', proof: null, key: null } };
const READY = { key_service: { url: 'https://keys.example', proof: 'oidc', key: 'x' } };

test.each([
  ['no answer yet', undefined, 300_000, false],
  ['a service without a key service', { key_service: null }, 300_000, false],
  ['a key service that answers', READY, 300_000, false],
  ['a key service that is silent', SILENT, 10_000, 10_000],
] as const)('%s', (_, offer, fresh, again) => {
  expect([freshFor(offer), askAgainAfter(offer)]).toEqual([fresh, again]);
});
