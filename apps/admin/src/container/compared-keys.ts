import { join } from 'node:path';
import { keysIn, systemClock } from '@strongroom/adapter-local';
import { type ComparedKeys, compareKeys } from '@strongroom/application';
import { isKmsKeyId, type KmsKeyId } from '@strongroom/domain';
import type { DocumentPlace, VaultTokenSettings } from '../service/stores.ts';
import { asProblem } from './as-problem.ts';
import { openStore } from './store.ts';
import { pinIn } from './token.ts';

/** The folder of the embedded keyring, or a token. `dataDir` keeps a refused PIN. */
export type VaultToCompare = string | Readonly<{ token: VaultTokenSettings; dataDir: string }>;

/** Compares the rooms of a service with the keys of its vault. Throws Problem. */
export const comparedKeys: (store: DocumentPlace, vault: VaultToCompare) => Promise<ComparedKeys> = async (
  store,
  vault,
) => {
  try {
    const documents = await openStore(store);
    try {
      return await (typeof vault === 'string'
        ? compareKeys({ documents, keysThere: () => inFolder(vault), isOfVault: (id) => id.startsWith('local:') })
        : compareKeys({ documents, keysThere: () => inToken(vault), isOfVault: (id) => id.startsWith('pkcs11:') }));
    } finally {
      await documents.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
};

const inFolder = async (folder: string): Promise<readonly KmsKeyId[]> =>
  (await keysIn(folder)).uuids.map((uuid) => `local:${uuid}`).filter(isKmsKeyId);

async function inToken({ token, dataDir }: Exclude<VaultToCompare, string>): Promise<readonly KmsKeyId[]> {
  const { Pkcs11Vault, REFUSED_PINS_FILE } = await import('@strongroom/adapter-pkcs11');
  const vault = await Pkcs11Vault.open({
    library: token.library,
    token: token.token,
    pin: await pinIn(token.pinFile),
    pinMemory: { file: join(dataDir, REFUSED_PINS_FILE) },
    clock: systemClock,
  });
  try {
    return await vault.keys();
  } finally {
    vault.close();
  }
}
