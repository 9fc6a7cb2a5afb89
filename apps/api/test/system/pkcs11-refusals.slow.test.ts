import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { type Environment, Place } from '../support/service-process.ts';
import { TokenPlace } from '../support/token-place.ts';

let place: Place;
let at: TokenPlace;
beforeAll(build, 120_000);
beforeEach(async () => {
  [place, at] = await Promise.all([Place.make(), TokenPlace.make()]);
});
afterEach(async () => {
  await place.end();
  await at.end();
});

describe('the service does not start', () => {
  /** The exit code is 1 where a later start may succeed, and 78 for the supervisor to leave it. */
  test.each<[string, Environment, string, 1 | 78]>([
    [
      'without the token',
      { STRONGROOM_PKCS11_TOKEN: 'romos' },
      'no token with the label romos, but rooms; correct the label.',
      1,
    ],
    ['without the library', { STRONGROOM_PKCS11_LIBRARY: '/nowhere.so' }, '/nowhere.so cannot be loaded', 1],
    [
      'without the PIN',
      { STRONGROOM_PKCS11_PIN_FILE: '/nowhere' },
      'STRONGROOM_PKCS11_PIN_FILE: /nowhere cannot be',
      78,
    ],
    [
      'without the outer key',
      { STRONGROOM_KEYS_OUTER: '/nowhere' },
      'STRONGROOM_KEYS_OUTER: /nowhere cannot be read',
      78,
    ],
    ['without a decision on the outer layer', { STRONGROOM_KEYS_OUTER: '' }, 'STRONGROOM_KEYS_OUTER is missing', 78],
    ['with a file that holds no key', { STRONGROOM_KEYS_OUTER: '/etc/hostname' }, 'does not hold a public RSA key', 78],
  ])('%s', async (_, environment, sentence, expected) => {
    const { code, out, err } = await place.refusal({ ...at.settings, ...environment });
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: expected, out: '', lines: 2 });
    expect(err).toContain(sentence);
  });
});
