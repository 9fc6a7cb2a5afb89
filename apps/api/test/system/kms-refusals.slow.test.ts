import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { KmsPlace } from './kms-place.ts';

let at: KmsPlace;
beforeAll(build, 120_000);
beforeEach(async () => {
  at = await KmsPlace.make();
});
afterEach(() => at.end());

describe('the service does not start', () => {
  const refusal = async (environment: Readonly<Record<string, string>> = {}, how = {}, expected = 1) => {
    const { code, out, err } = await at.place.refusal({ ...at.kms.settings(), ...environment }, how);
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: expected, out: '', lines: 2 });
    return err;
  };

  test('without a permission that it needs', async () => {
    await at.kms.permit(['cloudkms.cryptoKeys.create']);
    expect(await refusal()).toContain('lacks cloudkms.cryptoKeys.get, cloudkms.cryptoKeys.list, ');
  });

  test('if no server answers', async () => {
    await at.kms.end();
    expect(await refusal()).toContain('- keys cannot serve (Cloud KMS: UNAVAILABLE).');
  });

  test('without credentials, and says so in a sentence', async () => {
    const nowhere = join(at.place.folder, 'no-such-file.json');
    const message = await refusal({ STRONGROOM_KMS_ENDPOINT: '', GOOGLE_APPLICATION_CREDENTIALS: nowhere });
    expect(message).toContain('- keys cannot serve (Cloud KMS: UNAUTHENTICATED, no credentials were found).');
  });

  test('while Node forbids code generation from strings', async () => {
    const message = await refusal({}, { flags: ['--disallow-code-generation-from-strings'] }, 78);
    expect(message).toContain('does not work while Node runs with --disallow-code-generation-from-strings');
  });
});
