import { fromBase64, toBase64 } from './base64.ts';
import { cosignatureOf, textAt } from './cosignature.ts';
import { keyParts, SIGNATURE_TYPES, type SignatureType, type VerifierKey, verifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';
import type { NoteSignature } from './note.ts';

/** A key that signs notes. Printing it never shows its private half. */
export type Signer = Readonly<{
  key: VerifierKey;
  /** Signs a text that ends in a newline; a witness signs it together with `time`, in seconds since 1970. */
  sign: (text: string, time?: number) => Promise<NoteSignature>;
  /** The same key for a log of another name. Throws Malformed for a name that no key may have. */
  under: (name: string) => Signer;
}>;

const SEED_BYTES = 32;

/** The bytes before the seed of an Ed25519 key in PKCS #8. RFC 8410. */
const PKCS8 = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/** A signer by a name and the 32 random bytes of an Ed25519 key. Throws Malformed. */
export async function signerOf(
  name: string,
  seed: Uint8Array,
  type: SignatureType = SIGNATURE_TYPES.ed25519,
): Promise<Signer> {
  if (seed.length !== SEED_BYTES) throw new Malformed('the seed of an Ed25519 key has 32 bytes');
  const encoded = new Uint8Array(PKCS8.length + SEED_BYTES);
  encoded.set(PKCS8);
  encoded.set(seed, PKCS8.length);
  const privateKey = await crypto.subtle.importKey('pkcs8', encoded, 'Ed25519', true, ['sign']);
  encoded.fill(0);
  return signerBy(privateKey, verifierKey(name, await publicHalf(privateKey), type));
}

function signerBy(privateKey: CryptoKey, key: VerifierKey): Signer {
  const signed = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(text)));
  return {
    key,
    sign: async (text, time = Math.floor(Date.now() / 1000)) => ({
      name: key.name,
      id: key.id,
      signature:
        key.type === SIGNATURE_TYPES.cosignature
          ? cosignatureOf(time, await signed(textAt(text, time)))
          : await signed(text),
    }),
    under: (name) => signerBy(privateKey, verifierKey(name, key.publicKey, key.type)),
  };
}

async function publicHalf(privateKey: CryptoKey): Promise<Uint8Array> {
  const { x = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  return fromBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`);
}

const PREFIX = 'PRIVATE+KEY+';

/** The private key as Go's `note` package writes it: `PRIVATE+KEY+<name>+<id>+<base64 of type and seed>`. A secret. */
export async function formatPrivateKey(name: string, seed: Uint8Array): Promise<string> {
  const { key } = await signerOf(name, seed);
  return `${PREFIX}${name}+${key.id}+${toBase64(Uint8Array.of(SIGNATURE_TYPES.ed25519, ...seed))}`;
}

/** Throws Malformed, which never quotes the text. */
export async function parsePrivateKey(text: string): Promise<Signer> {
  const trimmed = text.trim();
  if (!trimmed.startsWith(PREFIX)) throw new Malformed(`a private key begins with ${PREFIX}`);
  const [name, id, material] = keyParts(trimmed.slice(PREFIX.length), 'a private key');
  const [type, ...seed] = secretBytes(material);
  if (type !== SIGNATURE_TYPES.ed25519) throw new Malformed('the private key is not one of Ed25519');
  const signer = await signerOf(name, Uint8Array.from(seed));
  if (signer.key.id !== id) throw new Malformed('the private key does not fit its id: it was mistyped or cut');
  return signer;
}

function secretBytes(material: string): Uint8Array {
  try {
    return fromBase64(material);
  } catch {
    throw new Malformed('the private key is not base64');
  }
}
