import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Signer } from './signer.ts';

/**
 * Signs with the private key of a service account in the thread pool: a signature takes 20 times as long as the rest of an
 * address and would block the event loop. Throws if the text is not a private key.
 */
export function rsaSigner(account: Readonly<{ email: string; privateKey: string }>): Signer {
  const key = createPrivateKey(account.privateKey);
  return {
    algorithm: 'GOOG4-RSA-SHA256',
    accessId: account.email,
    isLocal: true,
    sign: async (text) => (await signature(key, text)).toString('hex'),
  };
}

const signature = (key: KeyObject, text: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    sign('sha256', Buffer.from(text), key, (error, signed) => (error === null ? resolve(signed) : reject(error)));
  });
