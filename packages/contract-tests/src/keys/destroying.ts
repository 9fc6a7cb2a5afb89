import { expect } from '@jest/globals';
import type { KmsKeyId } from '@strongroom/domain';
import { KeyDestroyed } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { fileBinding, type KeyVaultHarness, roomIds } from './harness.ts';

export const keyDestructionPromises: readonly PromiseTest<KeyVaultHarness>[] = [
  {
    id: 'KV-05',
    title: 'throws KeyDestroyed when wrapping with a destroyed key',
    run: async ({ vault }) => {
      const key = await vault.createKey(roomIds(1));
      await vault.wrapNewDataKey(key, fileBinding(1));
      await vault.destroyKey(key);
      await expect(vault.wrapNewDataKey(key, fileBinding(1))).rejects.toBeInstanceOf(KeyDestroyed);
      await expect(vault.wrapNewDataKey(key, fileBinding(2))).rejects.toBeInstanceOf(KeyDestroyed);
    },
  },
  {
    id: 'KV-05',
    title: 'throws KeyDestroyed when wrapping with a key that never existed',
    run: async ({ vault, neverMade }) => {
      await vault.createKey(roomIds(1));
      for (const unknown of [neverMade, '', '../../etc/passwd', 'local:', `${neverMade}/1`]) {
        await expect(vault.wrapNewDataKey(unknown as KmsKeyId, fileBinding(1))).rejects.toBeInstanceOf(KeyDestroyed);
      }
    },
  },
  {
    id: 'KV-06',
    title: 'unwraps nothing after destroyKey has returned "destroyed"',
    run: async ({ vault, unwrap }) => {
      const key = await vault.createKey(roomIds(1));
      const wrapped = await Promise.all([1, 2, 3].map((number) => vault.wrapNewDataKey(key, fileBinding(number))));
      const { state } = await vault.destroyKey(key);
      const outcomes = await Promise.allSettled(wrapped.map(unwrap));
      // A vault that only schedules the destruction says so and may unwrap until then.
      expect(state === 'scheduled' ? [] : outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    },
  },
  {
    id: 'KV-06',
    title: 'resolves none of several concurrent destroyKey calls before the key is gone',
    run: async ({ vault, unwrap }) => {
      const key = await vault.createKey(roomIds(1));
      const wrapped = await vault.wrapNewDataKey(key, fileBinding(1));
      const answers = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const { state } = await vault.destroyKey(key);
          return (
            state === 'scheduled' ||
            (await unwrap(wrapped).then(
              () => 'still there',
              () => true,
            ))
          );
        }),
      );
      expect(answers).toEqual([true, true, true, true]);
    },
  },
  {
    id: 'KV-07',
    title: 'returns the same result when a key is destroyed again',
    run: async ({ vault, later }) => {
      const key = await vault.createKey(roomIds(1));
      const first = await vault.destroyKey(key);
      await later();
      expect(await vault.destroyKey(key)).toEqual(first);
      await later();
      expect(await Promise.all([vault.destroyKey(key), vault.destroyKey(key)])).toEqual([first, first]);
    },
  },
  {
    id: 'KV-07',
    title: 'keeps all other keys, also those of the same room',
    run: async ({ vault, unwrap }) => {
      const [doomed, sibling, other] = await Promise.all([
        vault.createKey(roomIds(1)),
        vault.createKey(roomIds(1)),
        vault.createKey(roomIds(2)),
      ]);
      const kept = await Promise.all([sibling, other].map((key) => vault.wrapNewDataKey(key, fileBinding(1))));
      await vault.destroyKey(doomed);
      for (const wrapped of kept) {
        expect(await unwrap(wrapped)).toHaveLength(32);
        expect(await unwrap(await vault.wrapNewDataKey(wrapped.kmsKeyId, fileBinding(2)))).toHaveLength(32);
      }
    },
  },
];
