import { SettingsUnfit } from '@strongroom/application';
import { type KeyVault, type MayClose, systemErrorCode } from '@strongroom/ports';
import { textOfFile } from '@strongroom/store-kit/node';
import type { Settings } from '../../config/settings.ts';

type OuterLayerSettings = Pick<Settings, 'keysOuter' | 'keysOuterHash'>;

/**
 * Opens a vault and puts the outer layer of the settings around it, if they name one. `open` gets the modulus of its key.
 * Throws SettingsUnfit.
 */
export async function withOuterLayer(
  { keysOuter, keysOuterHash }: OuterLayerSettings,
  open: (outerModulus: string | undefined) => Promise<KeyVault & MayClose>,
): Promise<KeyVault & MayClose> {
  if (typeof keysOuter !== 'string') return open(undefined);
  const { OuterKeyUnfit, OuterLayer, readOuterKey } = await import('@strongroom/adapter-outer-layer');
  try {
    const key = readOuterKey(await readSettingFile('STRONGROOM_KEYS_OUTER', keysOuter), keysOuterHash);
    return new OuterLayer(await open(key.modulus), key);
  } catch (error) {
    throw error instanceof OuterKeyUnfit
      ? new SettingsUnfit(`STRONGROOM_KEYS_OUTER: ${keysOuter} ${error.message}.`)
      : error;
  }
}

const MAX_BYTES = 16_384;

/** The text of a file that a setting names. Throws SettingsUnfit. */
export async function readSettingFile(setting: string, path: string): Promise<string> {
  try {
    const text = await textOfFile(path);
    if (text.length <= MAX_BYTES) return text;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    throw new SettingsUnfit(
      `${setting}: ${path} cannot be read (${code}); name a file that the user of the service can read.`,
    );
  }
  throw new SettingsUnfit(`${setting}: ${path} is longer than ${MAX_BYTES} characters.`);
}
