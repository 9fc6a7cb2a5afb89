import { PageError } from './explain.ts';

/** Whether this browser has passkeys. */
export const HAS_PASSKEYS =
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Makes a passkey by the options of the service. Throws PageError where the person or the browser refuses. */
export async function createPasskey(options: string): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser checks the options
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  );
  return asText(() => navigator.credentials.create({ publicKey }));
}

/** Uses a passkey by the options of the service. Rejects as `newPasskey`. */
export async function signWithPasskey(options: string): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser checks the options
    JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
  );
  return asText(() => navigator.credentials.get({ publicKey }));
}

async function asText(ask: () => Promise<Credential | null>): Promise<string> {
  const credential = await ask().catch(() => null);
  if (credential === null) throw new PageError('The browser gave no passkey: it was cancelled, or there is none here.');
  return JSON.stringify(credential);
}
