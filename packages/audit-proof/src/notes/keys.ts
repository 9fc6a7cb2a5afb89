import { sha256 } from '../sha256.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { Malformed } from './malformed.ts';

/** Signature types of C2SP signed-note: a log signs the text, a witness the text and a time. */
export const SIGNATURE_TYPES = { ed25519: 1, cosignature: 4 } as const;

export type SignatureType = (typeof SIGNATURE_TYPES)[keyof typeof SIGNATURE_TYPES];

/** A key that verifies signatures. `id` is its first four bytes of a hash, in hexadecimal digits. */
export type VerifierKey = Readonly<{
  name: string;
  id: string;
  type: SignatureType;
  publicKey: Uint8Array<ArrayBuffer>;
}>;

const KEY_BYTES = 32;

/** Throws Malformed for a name that is empty or holds spaces, plus signs or control characters. */
export function verifierKey(
  name: string,
  publicKey: Uint8Array,
  type: SignatureType = SIGNATURE_TYPES.ed25519,
): VerifierKey {
  requireName(name);
  if (publicKey.length !== KEY_BYTES) throw new Malformed('an Ed25519 key has 32 bytes');
  return { name, id: keyId(name, type, publicKey), type, publicKey: new Uint8Array(publicKey) };
}

/** The key as text: `<name>+<id>+<base64 of type and key>`. C2SP signed-note, "Verifier keys". */
export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${id}+${toBase64(Uint8Array.of(type, ...publicKey))}`;

/** Throws Malformed for a text that is not a verifier key of a log or a witness with an Ed25519 key. */
export function parseVerifierKey(text: string): VerifierKey {
  const [name, id, material] = keyParts(text.trim(), 'a verifier key');
  const [type, ...publicKey] = fromBase64(material);
  if (type !== SIGNATURE_TYPES.ed25519 && type !== SIGNATURE_TYPES.cosignature) {
    throw new Malformed(`the key of ${name} has the signature type ${type}; known are 1 and 4 (Ed25519)`);
  }
  const key = verifierKey(name, Uint8Array.from(publicKey), type);
  if (key.id !== id) throw new Malformed(`the key of ${name} has the id ${key.id}, not ${id}: it was mistyped or cut`);
  return key;
}

/** The three parts of a key; the name has no plus sign, the base64 may have some. */
export function keyParts(text: string, what: string): readonly [name: string, id: string, material: string] {
  const [, name, id, material] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/u.exec(text) ?? [];
  if (name === undefined || id === undefined || material === undefined) {
    throw new Malformed(`${what} is <name>+<8 hexadecimal digits>+<base64>`);
  }
  return [name, id, material];
}

export function requireName(name: string): void {
  if (!/^[^\s+\p{Cc}]+$/u.test(name)) throw new Malformed(`not the name of a key: ${JSON.stringify(name)}`);
}

/** The first four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ public key). */
function keyId(name: string, type: SignatureType, publicKey: Uint8Array): string {
  const prefix = new TextEncoder().encode(`${name}\n`);
  const input = new Uint8Array(prefix.length + 1 + publicKey.length);
  input.set(prefix);
  input[prefix.length] = type;
  input.set(publicKey, prefix.length + 1);
  return Array.from(sha256(input).subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
