import { toBase64Url } from '../content/bytes.ts';
import { type PointKey, sha256 } from './client-key.ts';

/** A device that a key service has enrolled for a person. Its key signs and need not be extractable. */
export type KeyDevice = Readonly<{ id: string; privateKey: CryptoKey }>;

/** A fresh key pair of a device. */
export type DeviceKey = Readonly<{ publicKey: PointKey; privateKey: CryptoKey }>;

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
/** Life of a proof in seconds. */
const LIFE = 60;

/** Makes the key of a device. An extractable one can be stored in a file. */
export async function makeDeviceKey(isExtractable: boolean): Promise<DeviceKey> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ALGORITHM, isExtractable, ['sign']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { publicKey: { kty: 'EC', crv: 'P-256', x, y }, privateKey };
}

/** The key of a device from a file, as one that cannot be exported. */
export const importDeviceKey = (jwk: PointKey & Readonly<{ d: string }>): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', { ...jwk }, ALGORITHM, false, ['sign']);

/** Proves to the key service at `url` that its request comes from a device. `covered`: the text that the proof is for. */
export async function deviceProof({ id, privateKey }: KeyDevice, url: string, covered: string): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  const jti = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const header = { alg: 'ES256', typ: 'strongroom-device+jwt', kid: id };
  const claims = { iss: id, aud: url, iat, exp: iat + LIFE, jti, gh: await sha256(covered) };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  const signature = await crypto.subtle.sign(SIGNATURE, privateKey, new TextEncoder().encode(signed));
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}

const encoded = (value: object): string => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
