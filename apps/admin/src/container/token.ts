import { join } from 'node:path';
import { systemClock } from '@strongroom/adapter-local';
import { OuterKeyUnfit, readOuterKey } from '@strongroom/adapter-outer-layer';
import { Pkcs11Vault, REFUSED_PINS_FILE, TokenUnfit } from '@strongroom/adapter-pkcs11';
import { Problem } from '@strongroom/command-line';
import { systemErrorCode, Unavailable } from '@strongroom/ports';
import { textOfFile } from '@strongroom/store-kit/node';
import type { TokenSeen, VaultTokenSettings } from '../service/stores.ts';

/** Throws Problem. */
export async function contentOf(file: string): Promise<string> {
  try {
    return await textOfFile(file);
  } catch (error) {
    const code = systemErrorCode(error);
    throw code === undefined ? error : new Problem(`${file} cannot be read (${code}).`);
  }
}

/** The PIN in a file. Throws Problem. */
export const pinIn = async (file: string): Promise<string> => (await contentOf(file)).replace(/\r?\n$/, '');

/** Opens the token as the service does before it serves. It creates nothing in the token. */
export const inspectToken: (
  settings: VaultTokenSettings,
  how: Readonly<{ dataDir: string; triesPin: boolean }>,
) => Promise<TokenSeen> = async ({ library, token, pinFile, outer }, { dataDir, triesPin }) => {
  try {
    const outerModulus = outer && readOuterKey(await contentOf(outer), 'sha256').modulus;
    const pin = await pinIn(pinFile);
    const pinMemory = { file: join(dataDir, REFUSED_PINS_FILE), triesAgain: triesPin };
    const vault = await Pkcs11Vault.open({ library, token, pin, pinMemory, outerModulus, clock: systemClock });
    vault.close();
    return { state: 'fits', isNew: vault.wasNew };
  } catch (error) {
    if (error instanceof TokenUnfit) return { state: 'unfit', reason: error.message };
    if (error instanceof OuterKeyUnfit) return { state: 'unfit', reason: `${outer} ${error.message}` };
    if (error instanceof Problem) return { state: 'unfit', reason: error.message.replace(/\.$/, '') };
    if (!(error instanceof Unavailable)) throw error;
    return { state: 'unreachable', reason: error.cause instanceof Error ? error.cause.message : error.message };
  }
};

/** Reads the key as a service does at its start. */
export const faultOfOuterKey: (file: string) => Promise<string | undefined> = async (file) => {
  try {
    readOuterKey(await contentOf(file), 'sha256');
    return undefined;
  } catch (error) {
    if (error instanceof OuterKeyUnfit) return `${file} ${error.message}`;
    if (error instanceof Problem) return error.message.replace(/\.$/, '');
    throw error;
  }
};
