import { expect, test } from '@jest/globals';
import { StrongroomError } from '@strongroom/client';
import { withDataKey } from '../src/content/data-key.ts';
import { failure } from './failure.ts';

const WRAPPED = { wrapped_dek: 'dw==', kms_key_id: 'k' };
const unwrapper = { unwrap: async () => new Uint8Array(32).fill(7) };

test('a key is zero once its work is done', async () => {
  let held: Uint8Array | undefined;
  await withDataKey(unwrapper, WRAPPED, undefined, async (dek) => {
    held = dek;
    expect(dek).toEqual(new Uint8Array(32).fill(7));
  });
  expect(held).toEqual(new Uint8Array(32));
});

test('a key is zero when its work fails', async () => {
  let held: Uint8Array | undefined;
  const work = withDataKey(unwrapper, WRAPPED, undefined, async (dek) => {
    held = dek;
    throw new Error('no luck');
  });
  await expect(work).rejects.toThrow('no luck');
  expect(held).toEqual(new Uint8Array(32));
});

test('nothing is done with a key that comes too late', async () => {
  const stop = new AbortController();
  const late = {
    unwrap: async () => {
      stop.abort(new Error('no longer wanted'));
      return new Uint8Array(32);
    },
  };
  const work = withDataKey(late, WRAPPED, stop.signal, async () => 'done');
  await expect(work).rejects.toThrow('no longer wanted');
});

test('passes all facts of the service to key management', async () => {
  const reported: unknown[] = [];
  const noting = {
    unwrap: async (wrapped: object) => {
      reported.push({ ...wrapped });
      return new Uint8Array(32);
    },
  };
  await withDataKey(noting, { ...WRAPPED, wrapped_dek_aad: 'YQ==' }, undefined, async () => undefined);
  await withDataKey(noting, WRAPPED, undefined, async () => undefined);
  expect(reported).toEqual([
    { wrappedDek: 'dw==', kmsKeyId: 'k', aad: 'YQ==' },
    { wrappedDek: 'dw==', kmsKeyId: 'k', aad: null },
  ]);
});

test('what key management says in the words of this library is handed on as it is', async () => {
  const error = new StrongroomError('KEY_SERVICE_UNAVAILABLE', { status: 503 });
  const work = withDataKey({ unwrap: () => Promise.reject(error) }, WRAPPED, undefined, async () => undefined);
  expect(await failure(work)).toBe(error);
});
