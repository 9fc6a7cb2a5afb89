import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { GcsPlace } from './gcs-place.ts';

let at: GcsPlace;
beforeAll(build, 120_000);
beforeEach(async () => {
  at = await GcsPlace.make();
});
afterEach(() => at.end());

describe('the service does not start', () => {
  const refusal = async (environment: Readonly<Record<string, string>> = {}) => {
    const { code, out, err } = await at.place.refusal({ ...at.gcs.settings(), ...environment });
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, out: '', lines: 2 });
    return err;
  };

  test('on a bucket that can be made public', async () => {
    await at.gcs.set({ iamConfiguration: {} });
    expect(await refusal()).toContain('--public-access-prevention');
  });

  test('if its bucket does not exist', async () => {
    expect(await refusal({ STRONGROOM_GCS_BUCKET: 'another' })).toContain('does not exist');
  });

  test('without credentials', async () => {
    const nowhere = join(at.place.folder, 'no-such-file.json');
    expect(await refusal({ GOOGLE_APPLICATION_CREDENTIALS: nowhere })).toContain('No Google credentials were found');
  });

  test('while STORAGE_EMULATOR_HOST redirects its requests', async () => {
    expect(await refusal({ STORAGE_EMULATOR_HOST: 'http://127.0.0.1:1' })).toContain('STORAGE_EMULATOR_HOST is set');
  });

  test('if no server answers', async () => {
    await at.gcs.end();
    expect(await refusal()).toContain('- blobs cannot serve');
  });
});
