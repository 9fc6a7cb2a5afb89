import { join } from 'node:path';
import { DoesNotFitYet, keysInUse, SettingsUnfit } from '@strongroom/application';
import type { DocumentStore, KeyVault, OpenKeyVault } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';
import { readSettingFile, withOuterLayer } from './outer-layer.ts';

/** The vaults on a token that held no key of this service. An outer layer may hide the token. */
const NEW = new WeakSet<KeyVault>();

/** Opens keys in a token. Throws SettingsUnfit, and Unavailable where the token does not answer. */
export const openKeyVault: OpenKeyVault<Settings> = async ({ settings, clock }) => {
  const { pkcs11Library: library, pkcs11Token: token, pkcs11PinFile } = settings;
  if (library === undefined || token === undefined || pkcs11PinFile === undefined)
    throw new TypeError('these settings were not read to their end');
  const pin = (await readSettingFile('STRONGROOM_PKCS11_PIN_FILE', pkcs11PinFile)).replace(/\r?\n$/, '');
  if (pin === '') throw new SettingsUnfit(`STRONGROOM_PKCS11_PIN_FILE: ${pkcs11PinFile} is empty.`);
  const { Pkcs11Vault, REFUSED_PINS_FILE, TokenUnfit } = await import('@strongroom/adapter-pkcs11');
  const pinMemory = { file: join(settings.dataDir, REFUSED_PINS_FILE) };
  let wasNew = false;
  try {
    const vault = await withOuterLayer(settings, async (outerModulus) => {
      const inner = await Pkcs11Vault.open({ library, token, pin, pinMemory, outerModulus, clock });
      wasNew = inner.wasNew;
      return inner;
    });
    if (wasNew) NEW.add(vault);
    return vault;
  } catch (error) {
    if (!(error instanceof TokenUnfit)) throw error;
    const sentence = `STRONGROOM_KEYS=pkcs11: ${error.message}.`;
    throw error.isLasting ? new SettingsUnfit(sentence) : new DoesNotFitYet(sentence);
  }
};

/** Throws SettingsUnfit for a token without any key while the store has rooms with keys of a token. */
export async function refuseNewToken(documents: DocumentStore, keys: KeyVault): Promise<void> {
  if (!NEW.has(keys)) return;
  const inTokens = (await keysInUse(documents)).filter(({ kmsKeyId }) => kmsKeyId.startsWith('pkcs11:'));
  if (inTokens.length > 0)
    throw new SettingsUnfit(
      `STRONGROOM_PKCS11_TOKEN: the token holds no key of this service, and this store has rooms (${inTokens.length}) whose keys are in one. Name the token that was used, or restore it from the backup of the HSM.`,
    );
}
