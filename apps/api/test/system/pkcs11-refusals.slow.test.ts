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
  const refusal = async (environment: Environment): Promise<string> => {
    const { code, out, err } = await place.refusal({ ...at.settings, ...environment });
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, out: '', lines: 2 });
    return err;
  };

  test.each<[string, Environment, string]>([
    [
      'without the token',
      { STRONGROOM_PKCS11_TOKEN: 'romos' },
      'no token with the label romos, but rooms; correct the label.',
    ],
    ['without the library', { STRONGROOM_PKCS11_LIBRARY: '/nowhere.so' }, '/nowhere.so cannot be loaded'],
    ['without the PIN', { STRONGROOM_PKCS11_PIN_FILE: '/nowhere' }, 'STRONGROOM_PKCS11_PIN_FILE: /nowhere cannot be'],
    ['without the outer key', { STRONGROOM_KEYS_OUTER: '/nowhere' }, 'STRONGROOM_KEYS_OUTER: /nowhere cannot be read'],
    ['without a decision on the outer layer', { STRONGROOM_KEYS_OUTER: '' }, 'STRONGROOM_KEYS_OUTER is missing'],
    ['with a file that holds no key', { STRONGROOM_KEYS_OUTER: '/etc/hostname' }, 'does not hold a public RSA key'],
  ])('%s', async (_, environment, sentence) => {
    expect(await refusal(environment)).toContain(sentence);
  });
});
