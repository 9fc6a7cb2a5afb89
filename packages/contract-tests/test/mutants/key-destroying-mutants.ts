import type { Instant, KmsKeyId } from '@strongroom/domain';
import { KeyDestroyed } from '@strongroom/ports';
import type { KeyVaultHarness, Mutant } from '../../src/index.ts';
import { brokenVault } from './broken-keys.ts';

/** Vaults that break a promise about destroying keys. */
export const keyDestroyingMutants: readonly Mutant<KeyVaultHarness>[] = [
  brokenVault('KV-05', 'wraps with a destroyed key', (_, time) => ({
    vault: { destroyKey: async () => ({ state: 'destroyed', at: time.now as Instant }) },
  })),
  brokenVault('KV-05', 'creates a key that it does not know', ({ vault }) => ({
    vault: {
      wrapNewDataKey: (key, binding) =>
        vault
          .wrapNewDataKey(key, binding)
          .catch(async () => vault.wrapNewDataKey(await vault.createKey(binding), binding)),
    },
  })),
  brokenVault('KV-05', 'throws another error for a key that never existed', ({ vault }) => ({
    vault: {
      wrapNewDataKey: async (key, binding) => {
        if (!/^local:[0-9a-f-]{36}$/.test(key)) throw new TypeError('no key of ours');
        return vault.wrapNewDataKey(key, binding);
      },
    },
  })),
  brokenVault('KV-06', 'unwraps with a key that it reports as destroyed', ({ vault }, time) => {
    const forbidden = new Set<string>();
    return {
      vault: {
        destroyKey: async (key) => {
          forbidden.add(key);
          return { state: 'destroyed', at: time.now as Instant };
        },
        wrapNewDataKey: async (key, binding) => {
          if (forbidden.has(key)) throw new KeyDestroyed();
          return vault.wrapNewDataKey(key, binding);
        },
      },
    };
  }),
  brokenVault('KV-06', 'resolves while another call is still destroying', ({ vault }, time) => {
    const underWay = new Set<string>();
    return {
      vault: {
        destroyKey: async (key) => {
          if (underWay.has(key)) return { state: 'destroyed', at: time.now as Instant };
          underWay.add(key);
          await new Promise((resolve) => setTimeout(resolve, 20));
          return vault.destroyKey(key);
        },
      },
    };
  }),
  brokenVault('KV-07', 'returns a new time when it destroys again', ({ vault }, time) => ({
    vault: { destroyKey: async (key) => ({ ...(await vault.destroyKey(key)), at: time.now as Instant }) },
  })),
  brokenVault('KV-07', 'throws for a key that it has destroyed', ({ vault }) => {
    const gone = new Set<string>();
    return {
      vault: {
        destroyKey: async (key) => {
          if (gone.has(key)) throw new KeyDestroyed();
          gone.add(key);
          return vault.destroyKey(key);
        },
      },
    };
  }),
  brokenVault('KV-07', 'destroys all keys of a room together', ({ vault }) => {
    const made: KmsKeyId[] = [];
    return {
      vault: {
        createKey: async (of) => {
          const key = await vault.createKey(of);
          made.push(key);
          return key;
        },
        destroyKey: async (key) => {
          await Promise.all(made.map((each) => vault.destroyKey(each)));
          return vault.destroyKey(key);
        },
      },
    };
  }),
];
