import { MemoryKeyring } from '@strongroom/adapter-local';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import type { Instant, KmsKeyId } from '@strongroom/domain';
import type { KeyVault } from '@strongroom/ports';
import type { KeyVaultHarness, Mutant } from '../../src/index.ts';

type Unwrap = KeyVaultHarness['unwrap'];
type Parts = { vault: KeyVault; unwrap: Unwrap };

/** A memory keyring and its key service with some parts replaced by broken ones, which may call the intact ones. */
export const brokenVault = (
  breaks: string,
  how: string,
  replacements: (
    whole: Parts,
    time: { now: number },
  ) => { vault?: Partial<KeyVault> & Record<string, unknown>; unwrap?: Unwrap },
): Mutant<KeyVaultHarness> => ({
  breaks,
  how,
  harness: async () => {
    const time = { now: 1_900_000_000_000 };
    const keyring = new MemoryKeyring({ clock: { now: () => time.now as Instant } });
    const vault: KeyVault = {
      scope: keyring.scope,
      createKey: (of) => keyring.createKey(of),
      wrapNewDataKey: (key, binding) => keyring.wrapNewDataKey(key, binding),
      wrapNow: (key, binding) => keyring.wrapNow(key, binding),
      destroyKey: (key) => keyring.destroyKey(key),
      check: () => keyring.check(),
    };
    const unwrap: Unwrap = ({ wrappedDek, kmsKeyId }) => unwrapDataKey(keyring, wrappedDek, kmsKeyId);
    const replaced = replacements({ vault, unwrap }, time);
    return {
      vault: { ...vault, ...replaced.vault },
      neverMade: 'local:00000000-0000-4000-8000-000000000000' as KmsKeyId,
      unwrap: replaced.unwrap ?? unwrap,
      later: async () => {
        time.now += 1000;
      },
      end: async () => {},
    };
  },
});
