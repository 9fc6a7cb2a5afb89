import { describe, expect, test } from '@jest/globals';
import { StrongroomError } from '@strongroom/client';
import { withDataKey, withHiddenKey } from '../src/content/data-key.ts';
import { failureOf } from './failure.ts';

const WRAPPED = { wrapped_dek: 'dw==', kms_key_id: 'k' };
const OPEN = { op: 'open', signal: undefined } as const;
const unwrapper = { unwrap: async () => new Uint8Array(32).fill(7) };

test('a key is zeroed after its use', async () => {
  let held: Uint8Array | undefined;
  await withDataKey(unwrapper, WRAPPED, OPEN, async (dek) => {
    held = dek;
    expect(dek).toEqual(new Uint8Array(32).fill(7));
  });
  expect(held).toEqual(new Uint8Array(32));
});

test('a key is zeroed when its use fails', async () => {
  let held: Uint8Array | undefined;
  const work = withDataKey(unwrapper, WRAPPED, OPEN, async (dek) => {
    held = dek;
    throw new Error('no luck');
  });
  await expect(work).rejects.toThrow('no luck');
  expect(held).toEqual(new Uint8Array(32));
});

test('a key that arrives too late is not used', async () => {
  const stop = new AbortController();
  const late = {
    unwrap: async () => {
      stop.abort(new Error('no longer wanted'));
      return new Uint8Array(32);
    },
  };
  const work = withDataKey(late, WRAPPED, { op: 'open', signal: stop.signal }, async () => 'done');
  await expect(work).rejects.toThrow('no longer wanted');
});

test('key management gets all facts of the service', async () => {
  const reported: unknown[] = [];
  const noting = {
    unwrap: async (wrapped: object) => {
      reported.push({ ...wrapped });
      return new Uint8Array(32);
    },
  };
  await withDataKey(
    noting,
    { ...WRAPPED, wrapped_dek_aad: 'YQ==', key_grant: 'g' },
    { ...OPEN, fileId: 'f' },
    async () => undefined,
  );
  await withDataKey(noting, WRAPPED, OPEN, async () => undefined);
  expect(reported).toEqual([
    { wrappedDek: 'dw==', kmsKeyId: 'k', aad: 'YQ==', op: 'open', fileId: 'f', grant: 'g' },
    { wrappedDek: 'dw==', kmsKeyId: 'k', aad: null, op: 'open' },
  ]);
});

test('an error of this library from key management is passed on unchanged', async () => {
  const error = new StrongroomError('KEY_SERVICE_UNAVAILABLE', { status: 503 });
  const work = withDataKey({ unwrap: () => Promise.reject(error) }, WRAPPED, OPEN, async () => undefined);
  expect(await failureOf(work)).toBe(error);
});

describe('a hidden key', () => {
  const hidden = (usage: 'encrypt' | 'decrypt') =>
    crypto.subtle.importKey('raw', new Uint8Array(32).fill(7), 'AES-GCM', false, [usage]);

  test('is asked for where key management has it, and its bytes are not', async () => {
    const key = await hidden('decrypt');
    const both = { unwrap: () => Promise.reject(new Error('asked for bytes')), unwrapHidden: async () => key };
    expect(await withHiddenKey(both, WRAPPED, OPEN, async (held) => held === key)).toBe(true);
  });

  test.each([
    ['open', 'decrypt'],
    ['seal', 'encrypt'],
  ] as const)('to %s, if none is given, is made from bytes that are wiped, and can only %s', async (op, usage) => {
    const bytes = new Uint8Array(32).fill(7);
    const work = async (key: CryptoKey) => [key.extractable, key.usages];
    const found = await withHiddenKey({ unwrap: async () => bytes }, WRAPPED, { op, signal: undefined }, work);
    expect([found, bytes]).toEqual([[false, [usage]], new Uint8Array(32)]);
  });

  test('that arrives too late is not used, and failures are explained', async () => {
    const stop = new AbortController();
    const late = {
      ...unwrapper,
      unwrapHidden: async () => {
        stop.abort(new Error('no longer wanted'));
        return hidden('decrypt');
      },
    };
    const work = withHiddenKey(late, WRAPPED, { op: 'open', signal: stop.signal }, async () => 'done');
    await expect(work).rejects.toThrow('no longer wanted');
    const failing = { ...unwrapper, unwrapHidden: () => Promise.reject(new Error('no luck')) };
    expect((await failureOf(withHiddenKey(failing, WRAPPED, OPEN, async () => 'done'))).code).toBe('KEY_NOT_UNWRAPPED');
  });
});
