import { expect } from '@jest/globals';
import { KMS_KEY_ID, type KmsKeyId, type WrappedKey } from '@strongroom/domain';
import type { WrappedDek } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { isRefused } from '../base/refused.ts';
import { fileBinding, type KeyVaultHarness, roomIds, withKeyId } from './harness.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const keyWrappingPromises: readonly PromiseTest<KeyVaultHarness>[] = [
  {
    id: 'KV-01',
    title: 'wraps a new data key of 32 bytes under the given key',
    run: async ({ vault, unwrap }) => {
      const key = await vault.createKey(roomIds(1));
      const wrapped = await vault.wrapNewDataKey(key, fileBinding(1));
      expect(wrapped.kmsKeyId).toBe(key);
      expect(Buffer.from(wrapped.wrappedDek, 'base64').toString('base64')).toBe(wrapped.wrappedDek);
      const dataKey = await unwrap(wrapped);
      expect(dataKey).toHaveLength(32);
      expect(hex(await unwrap(wrapped))).toBe(hex(dataKey));
    },
  },
  {
    id: 'KV-02',
    title: 'makes a new data key for every call',
    run: async ({ vault, unwrap }) => {
      const key = await vault.createKey(roomIds(1));
      const one = await vault.wrapNewDataKey(key, fileBinding(1));
      const others = await Promise.all([1, 1, 2, 3].map((number) => vault.wrapNewDataKey(key, fileBinding(number))));
      const all = [one, ...others];
      expect(new Set(all.map(({ wrappedDek }) => wrappedDek)).size).toBe(5);
      expect(new Set((await Promise.all(all.map(unwrap))).map(hex)).size).toBe(5);
    },
  },
  {
    id: 'KV-03',
    title: "refuses to unwrap a key under another room's key",
    run: async ({ vault, unwrap, neverMade }) => {
      const mine = await vault.createKey(roomIds(1));
      const theirs = await vault.createKey(roomIds(2));
      const wrapped = await vault.wrapNewDataKey(mine, fileBinding(1));
      expect(await isRefused(unwrap(withKeyId(wrapped, theirs)))).toBe(true);
      expect(await isRefused(unwrap(withKeyId(wrapped, neverMade)))).toBe(true);
      expect(await unwrap(wrapped)).toHaveLength(32);
    },
  },
  {
    id: 'KV-04',
    title: 'creates a new key each time, which wraps immediately',
    run: async ({ vault, unwrap }) => {
      const keys = await Promise.all([1, 1, 2, 3].map((number) => vault.createKey(roomIds(number))));
      expect(new Set(keys).size).toBe(4);
      for (const key of keys) expect(await unwrap(await vault.wrapNewDataKey(key, fileBinding(1)))).toHaveLength(32);
    },
  },
  {
    id: 'KV-10',
    title: 'wraps at once under the given key, a new data key each time',
    run: async ({ vault, unwrap }) => {
      const key = await vault.createKey(roomIds(1));
      const wrapped = [1, 1, 2].flatMap((number) => vault.wrapNow?.(key, fileBinding(number)) ?? []);
      expect(wrapped.map(({ kmsKeyId }) => kmsKeyId)).toEqual('wrapNow' in vault ? [key, key, key] : []);
      const dataKeys = await Promise.all(wrapped.map(unwrap));
      expect(dataKeys.map(({ length }) => length)).toEqual(wrapped.map(() => 32));
      expect(new Set(dataKeys.map(hex)).size).toBe(wrapped.length);
    },
  },
  {
    id: 'KV-10',
    title: 'wraps nothing at once under a key that is destroyed or was never made',
    run: async ({ vault, neverMade }) => {
      const key = await vault.createKey(roomIds(1));
      vault.wrapNow?.(key, fileBinding(1));
      await vault.destroyKey(key);
      const unknown = ['', '../../etc/passwd', 'local:', `${neverMade}/1`].map((id) => id as KmsKeyId);
      const wrapped = [key, neverMade, ...unknown].map((id) => vault.wrapNow?.(id, fileBinding(1)));
      expect(wrapped.filter((one) => one !== undefined)).toEqual([]);
    },
  },
  {
    id: 'KV-11',
    title: 'names keys so that a client can hand the name to a program',
    run: async ({ vault, neverMade }) => {
      const key = await vault.createKey(roomIds(1));
      const { kmsKeyId } = await vault.wrapNewDataKey(key, fileBinding(1));
      for (const id of [key, kmsKeyId, neverMade]) expect(id).toMatch(KMS_KEY_ID);
    },
  },
  {
    id: 'KV-08',
    title: 'never returns a data key in clear',
    run: async ({ vault, unwrap }) => {
      expect(
        methodsOf(vault).filter((name) => /unwrap|decrypt|open|unseal|reveal|plain|export|secret/i.test(name)),
      ).toEqual([]);
      const wrapped = await vault.wrapNewDataKey(await vault.createKey(roomIds(1)), fileBinding(1));
      const dataKey = Buffer.from(await unwrap(wrapped));
      expect(Object.keys(wrapped).filter((field) => !['wrappedDek', 'kmsKeyId', 'aad'].includes(field))).toEqual([]);
      const spellings = [...Object.values(wrapped), JSON.stringify(vault)].flatMap((text) => [text, decoded(text)]);
      for (const text of spellings) {
        for (const spelling of ['base64', 'base64url', 'hex', 'latin1'] as const) {
          expect(text).not.toContain(spelled(dataKey, spelling));
        }
      }
    },
  },
  {
    id: 'KV-09',
    title: 'refuses to unwrap a key with any bit flipped',
    run: async ({ vault, unwrap }) => {
      const wrapped = await vault.wrapNewDataKey(await vault.createKey(roomIds(1)), fileBinding(1));
      for (const changed of flipped(wrapped)) expect(await isRefused(unwrap(changed))).toBe(true);
      expect(await unwrap(wrapped)).toHaveLength(32);
    },
  },
];

/** Copies with one bit flipped in each byte, one byte removed, and one byte appended. */
function* flipped(wrapped: WrappedDek): Generator<WrappedDek> {
  const bytes = Buffer.from(wrapped.wrappedDek, 'base64');
  const written = (changed: Buffer): WrappedDek => ({
    ...wrapped,
    wrappedDek: changed.toString('base64') as WrappedKey,
  });
  for (const [index, byte] of bytes.entries()) {
    const changed = Buffer.from(bytes);
    changed[index] = byte ^ (1 << (index % 8));
    yield written(changed);
  }
  yield written(bytes.subarray(1));
  yield written(bytes.subarray(0, -1));
  yield written(Buffer.concat([bytes, Buffer.of(0)]));
}

const decoded = (text: string): string => Buffer.from(text, 'base64').toString('latin1');

/** Names of all methods, inherited ones included. */
function methodsOf(vault: object): readonly string[] {
  const names: string[] = [];
  for (
    let from: object | null = vault;
    from !== null && from !== Object.prototype;
    from = Object.getPrototypeOf(from) as object | null
  ) {
    names.push(...Object.getOwnPropertyNames(from));
  }
  return names;
}

/** Without padding, which an encoding may omit; in latin1 an equals sign is a byte of the key. */
const spelled = (key: Buffer, spelling: 'base64' | 'base64url' | 'hex' | 'latin1'): string =>
  spelling === 'base64' ? key.toString(spelling).replaceAll('=', '') : key.toString(spelling);
