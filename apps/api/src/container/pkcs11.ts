import { keysInUse, SettingsDoNotFit } from '@strongroom/application';
import type { Clock, DocumentStore, KeyVault } from '@strongroom/ports';
import type { Settings } from '../config/settings.ts';
import { readSettingFile, withOuterLayer } from './outer-layer.ts';

type OpenToken = Readonly<{ wasNew: boolean; close: () => void }>;

/** The tokens of vaults, which an outer layer may hide. */
const TOKENS = new WeakMap<KeyVault, OpenToken>();

/** Opens keys in a token. Throws SettingsDoNotFit, and Unavailable where the token does not answer. */
export async function openPkcs11(settings: Settings, clock: Clock): Promise<KeyVault> {
  const { pkcs11Library: library, pkcs11Token: token, pkcs11PinFile } = settings;
  if (library === undefined || token === undefined || pkcs11PinFile === undefined)
    throw new TypeError('these settings were not read to their end');
  const pin = (await readSettingFile('STRONGROOM_PKCS11_PIN_FILE', pkcs11PinFile)).replace(/\r?\n$/, '');
  if (pin === '') throw new SettingsDoNotFit(`STRONGROOM_PKCS11_PIN_FILE: ${pkcs11PinFile} is empty.`);
  const { Pkcs11Vault, TokenDoesNotFit } = await import('@strongroom/adapter-pkcs11');
  let opened: OpenToken | undefined;
  try {
    const vault = await withOuterLayer(settings, async (outerModulus) => {
      const inner = await Pkcs11Vault.open({ library, token, pin, outerModulus, clock });
      opened = inner;
      return inner;
    });
    if (opened !== undefined) TOKENS.set(vault, opened);
    return vault;
  } catch (error) {
    throw error instanceof TokenDoesNotFit ? new SettingsDoNotFit(`STRONGROOM_KEYS=pkcs11: ${error.message}.`) : error;
  }
}

/** Ends the process that holds the session with the token, if the keys are in one. */
export const closeToken = (keys: KeyVault): void => TOKENS.get(keys)?.close();

/** Throws SettingsDoNotFit for a token without any key while the store has rooms with keys of a token. */
export async function refuseNewToken(documents: DocumentStore, keys: KeyVault): Promise<void> {
  if (TOKENS.get(keys)?.wasNew !== true) return;
  const inTokens = (await keysInUse(documents)).filter(({ kmsKeyId }) => kmsKeyId.startsWith('pkcs11:'));
  if (inTokens.length > 0)
    throw new SettingsDoNotFit(
      `STRONGROOM_PKCS11_TOKEN: the token holds no key of this service, and this store has rooms (${inTokens.length}) whose keys are in one. Name the token that was used, or restore it from the backup of the HSM.`,
    );
}
