import type { KmsKeyId, WrappedKey } from '@strongroom/domain';
import { KeyDestroyed, type WrappedDek } from '@strongroom/ports';
import type { KeyVaultHarness, Mutant } from '../../src/index.ts';
import { brokenVault } from './broken-keys.ts';

const ZEROS = new Uint8Array(32);

/** Vaults that break a promise about wrapping keys. */
export const keyWrappingMutants: readonly Mutant<KeyVaultHarness>[] = [
  brokenVault('KV-01', 'wraps under another key than it reports', ({ vault }) => ({
    vault: {
      wrapNewDataKey: async (key, binding) => {
        const other = await vault.createKey(binding);
        return { ...(await vault.wrapNewDataKey(other, binding)), kmsKeyId: key };
      },
    },
  })),
  brokenVault('KV-01', 'makes data keys of 16 bytes', ({ unwrap }) => ({
    unwrap: async (wrapped) => (await unwrap(wrapped)).slice(16),
  })),
  brokenVault('KV-01', 'reports another key than requested', ({ vault }) => ({
    vault: {
      wrapNewDataKey: async (_key, binding) => vault.wrapNewDataKey(await vault.createKey(binding), binding),
    },
  })),
  brokenVault('KV-02', 'returns the wrapped key of a file again', ({ vault }) => {
    const known = new Map<string, WrappedDek>();
    return {
      vault: {
        wrapNewDataKey: async (key, binding) => {
          const wrapped = known.get(key + binding.fileId) ?? (await vault.wrapNewDataKey(key, binding));
          known.set(key + binding.fileId, wrapped);
          return wrapped;
        },
      },
    };
  }),
  brokenVault('KV-02', 'wraps the same data key again', ({ unwrap }) => ({
    unwrap: async (wrapped) => {
      await unwrap(wrapped);
      return ZEROS;
    },
  })),
  brokenVault('KV-03', 'wraps under one key for all rooms', ({ vault, unwrap }) => {
    let master: KmsKeyId | undefined;
    return {
      vault: {
        wrapNewDataKey: async (key, binding) => {
          master ??= await vault.createKey(binding);
          return { ...(await vault.wrapNewDataKey(master, binding)), kmsKeyId: key };
        },
      },
      unwrap: (wrapped) => unwrap({ ...wrapped, kmsKeyId: master ?? wrapped.kmsKeyId }),
    };
  }),
  brokenVault('KV-04', 'creates only one key for a room', ({ vault }) => {
    const known = new Map<string, Promise<KmsKeyId>>();
    return {
      vault: {
        createKey: (of) => {
          const key = known.get(of.roomId) ?? vault.createKey(of);
          known.set(of.roomId, key);
          return key;
        },
      },
    };
  }),
  brokenVault('KV-04', 'does not wrap with a new key immediately', ({ vault }) => {
    const asked = new Set<string>();
    return {
      vault: {
        wrapNewDataKey: async (key, binding) => {
          if (asked.has(key)) return vault.wrapNewDataKey(key, binding);
          asked.add(key);
          throw new KeyDestroyed();
        },
      },
    };
  }),
  brokenVault('KV-10', 'wraps the same data key at once again', ({ vault }) => {
    let known: WrappedDek | undefined;
    return {
      vault: {
        wrapNow: (key, binding) => {
          known ??= vault.wrapNow?.(key, binding);
          return known && { ...known, kmsKeyId: key };
        },
      },
    };
  }),
  brokenVault('KV-10', 'wraps at once with a key that is destroyed', ({ vault }) => {
    const known = new Map<string, WrappedDek>();
    return {
      vault: {
        wrapNow: (key, binding) => {
          const wrapped = vault.wrapNow?.(key, binding);
          if (wrapped !== undefined) known.set(key, wrapped);
          return wrapped ?? known.get(key);
        },
      },
    };
  }),
  ...Object.entries({
    'as an option': '--out=/tmp/x',
    'with a command behind it': 'pkcs11:object=1;reboot',
    'with a blank': 'pkcs11:object=my key;type=secret-key',
    'that leaves its folder': 'projects/p/../../q/keys/1',
    'longer than 512 characters': `local:${'0'.repeat(507)}`,
  }).map(([how, id]) => {
    const named = new Map<string, KmsKeyId>();
    return brokenVault('KV-11', `names a key ${how}`, ({ vault, unwrap }) => ({
      vault: {
        createKey: async (of) => {
          named.set(id, await vault.createKey(of));
          return id as KmsKeyId;
        },
        wrapNewDataKey: async (key, binding) => ({
          ...(await vault.wrapNewDataKey(named.get(key) ?? key, binding)),
          kmsKeyId: key,
        }),
      },
      unwrap: (wrapped) => unwrap({ ...wrapped, kmsKeyId: named.get(wrapped.kmsKeyId) ?? wrapped.kmsKeyId }),
    }));
  }),
  brokenVault('KV-08', 'has a method that unwraps', ({ unwrap }) => ({ vault: { decryptDataKey: unwrap } })),
  brokenVault('KV-08', 'returns the data key beside the wrapped one', ({ vault, unwrap }) => ({
    vault: {
      wrapNewDataKey: async (key, binding) => {
        const wrapped = await vault.wrapNewDataKey(key, binding);
        return { ...wrapped, dek: Buffer.from(await unwrap(wrapped)).toString('base64') };
      },
    },
  })),
  brokenVault('KV-08', 'keeps the last data key in an inspectable property', ({ vault, unwrap }) => {
    const kept = { last: '' };
    return {
      vault: {
        kept,
        wrapNewDataKey: async (key, binding) => {
          const wrapped = await vault.wrapNewDataKey(key, binding);
          kept.last = Buffer.from(await unwrap(wrapped)).toString('hex');
          return wrapped;
        },
      },
    };
  }),
  brokenVault('KV-08', 'appends the data key to the wrapped one', ({ vault, unwrap }) => ({
    vault: {
      wrapNewDataKey: async (key, binding) => {
        const wrapped = await vault.wrapNewDataKey(key, binding);
        const both = Buffer.concat([Buffer.from(wrapped.wrappedDek, 'base64'), await unwrap(wrapped)]);
        return { ...wrapped, wrappedDek: both.toString('base64') as WrappedKey };
      },
    },
    unwrap: ({ wrappedDek, ...rest }) =>
      unwrap({
        ...rest,
        wrappedDek: Buffer.from(wrappedDek, 'base64').subarray(0, -32).toString('base64') as WrappedKey,
      }),
  })),
  brokenVault('KV-09', 'does not authenticate wrapped keys', ({ unwrap }) => ({
    unwrap: (wrapped) => unwrap(wrapped).catch(() => ZEROS),
  })),
  brokenVault('KV-09', 'ignores bytes after the wrapped key', ({ unwrap }) => ({
    unwrap: ({ wrappedDek, ...rest }) =>
      unwrap({
        ...rest,
        wrappedDek: Buffer.from(wrappedDek, 'base64').subarray(0, 61).toString('base64') as WrappedKey,
      }),
  })),
];
