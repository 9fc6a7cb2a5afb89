import { createPrivateKey, createPublicKey, hash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { join } from 'node:path';
import { GRANT_HEADER } from '@strongroom/domain';
import { type GrantSigner, type SignatureKey, type SigningKey, systemErrorCode } from '@strongroom/ports';
import { textOfFile } from '@strongroom/store-kit/node';
import { createOnce, makeFolder } from '../disk/durable.ts';

/** PKCS #8 before the 32 bytes of an Ed25519 seed (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;

/** A signing key of 32 bytes in base64url. Throws TypeError for any other text. */
export function signingKeyFrom(seed: string): SigningKey {
  const bytes = Buffer.from(seed, 'base64url');
  if (bytes.length !== SEED_BYTES || bytes.toString('base64url') !== seed)
    throw new TypeError('a signing key has 32 bytes in base64url');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, bytes]), format: 'der', type: 'pkcs8' });
  bytes.fill(0);
  const publicKey = publicKeyOf(key);
  return {
    publicKey,
    thumbprint: hash('sha256', JSON.stringify({ crv: publicKey.crv, kty: publicKey.kty, x: publicKey.x }), 'base64url'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

/**
 * Opens a signing key in a folder and makes it on the first call. Processes that start at the same time get the same one.
 * Throws TypeError when the file holds anything else, or cannot be read.
 */
export const openSigningKey = (folder: string, name: string): Promise<SigningKey> =>
  keysIn(folder, name, (text) => signingKeyFrom(text.trim()));

async function keysIn<T>(folder: string, name: string, keysOf: (text: string) => T): Promise<T> {
  await makeFolder(folder);
  const path = join(folder, name);
  try {
    return keysOf(await textOfKeys(folder, name, path));
  } catch (error) {
    const reason = error instanceof TypeError ? 'not 32 bytes in base64url' : systemErrorCode(error);
    if (reason === undefined) throw error;
    throw new TypeError(
      `${path} holds no signing key (${reason}). Restore it from a backup, or remove it to get a new key, which others have to trust first`,
      { cause: error },
    );
  }
}

async function textOfKeys(folder: string, name: string, path: string): Promise<string> {
  const read = (): Promise<string | undefined> => textOfFile(path).catch(() => undefined);
  if ((await read()) === undefined)
    await createOnce(folder, name, Buffer.from(`${randomBytes(SEED_BYTES).toString('base64url')}\n`));
  return textOfFile(path);
}

/** Opens a file with several keys, one a line; the first is made on the first call. Otherwise as `openSigningKey`. */
export const openSigningKeys = (folder: string, name: string): Promise<readonly [SigningKey, ...SigningKey[]]> =>
  keysIn(folder, name, (text) => {
    const [first = '', ...others] = text.split(/\s+/).filter((line) => line !== '');
    return [signingKeyFrom(first), ...others.map(signingKeyFrom)];
  });

/** Signs key grants with a key. `others`: keys whose grants are valid too. */
export const grantSigner = (key: SigningKey, others: readonly SigningKey[] = []): GrantSigner => {
  const header = encoded({ ...GRANT_HEADER, kid: key.thumbprint });
  return {
    publicKey: key.publicKey,
    thumbprint: key.thumbprint,
    published: [key, ...others].map(({ publicKey, thumbprint }) => ({ publicKey, thumbprint })),
    sign: (claims, wrappedDek) => {
      const wdk = hash('sha256', Buffer.from(wrappedDek, 'base64'), 'base64url');
      const signed = `${header}.${encoded({ ...claims, wdk })}`;
      return `${signed}.${key.sign(signed)}`;
    },
  };
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function publicKeyOf(key: KeyObject): SignatureKey {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new TypeError('this is not an Ed25519 key');
  return { kty: 'OKP', crv: 'Ed25519', x };
}
