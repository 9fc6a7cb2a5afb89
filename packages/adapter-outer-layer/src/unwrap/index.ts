import { constants, createPrivateKey, createPublicKey, privateDecrypt } from 'node:crypto';
import { FORMAT_BYTES, type OuterHash, THUMBPRINT_BYTES, thumbprintOf } from '../format.ts';

/** `thumbprint`: the first bytes of the RFC 7638 thumbprint of the key, base64url. */
export type OuterCiphertext = Readonly<{ thumbprint: string; hash: OuterHash; ciphertext: Uint8Array }>;

/** Decrypts with the private key, which may be in a file or in a device. */
export type OuterOpener = (outer: OuterCiphertext) => Promise<Uint8Array>;

/** The outer layer cannot be removed: it was made for another key, or the text was changed. */
export class OuterError extends Error {
  override readonly name = 'OuterError';
  /** The thumbprint of the private key that is needed and missing; undefined for every other error. */
  readonly missingKey: string | undefined;
  constructor(message: string, { missingKey }: Readonly<{ missingKey?: string }> = {}) {
    super(message);
    this.missingKey = missingKey;
  }
}

/** The error of an opener that does not have the key. */
export const missingKeyError = (thumbprint: string): OuterError =>
  new OuterError('the outer layer is for another private key', { missingKey: thumbprint });

/** The outer layer of a wrapped key; undefined if it has none. */
export function readOuterLayer(wrappedDek: string): OuterCiphertext | undefined {
  const bytes = Buffer.from(wrappedDek, 'base64');
  const hash = (['sha256', 'sha1'] as const).find((known) => FORMAT_BYTES[known] === bytes[0]);
  const head = 1 + THUMBPRINT_BYTES;
  if (hash === undefined || bytes.length <= head || bytes.toString('base64') !== wrappedDek) return undefined;
  return { thumbprint: bytes.subarray(1, head).toString('base64url'), hash, ciphertext: bytes.subarray(head) };
}

/** Removes the outer layer of a wrapped key. A key without one is returned unchanged. Rejects as `open` does. */
export async function removeOuterLayer(wrappedDek: string, open: OuterOpener): Promise<string> {
  const outer = readOuterLayer(wrappedDek);
  return outer === undefined ? wrappedDek : Buffer.from(await open(outer)).toString('base64');
}

/** An opener with private RSA keys in PEM. Throws OuterError for another PEM; the opener rejects with OuterError. */
export function openerFromPems(...pems: readonly string[]): OuterOpener {
  const keys = new Map(
    pems.map((pem) => {
      try {
        return [thumbprintOf(createPublicKey(pem)).toString('base64url'), createPrivateKey(pem)];
      } catch {
        throw new OuterError('this is not a private RSA key in PEM');
      }
    }),
  );
  return async ({ thumbprint, hash, ciphertext }) => {
    const key = keys.get(thumbprint);
    if (key === undefined) throw missingKeyError(thumbprint);
    try {
      return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, ciphertext);
    } catch {
      throw new OuterError('the wrapped key was changed');
    }
  };
}

/** An opener that asks others one after another until one has the key. */
export const firstOpenerOf =
  (...openers: readonly OuterOpener[]): OuterOpener =>
  async (outer) => {
    for (const open of openers) {
      try {
        return await open(outer);
      } catch (error) {
        if (!(error instanceof OuterError) || error.missingKey === undefined) throw error;
      }
    }
    throw missingKeyError(outer.thumbprint);
  };
