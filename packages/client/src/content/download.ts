import type { Download } from '../generated/operations.ts';
import type { KeyUnwrapper } from '../key-unwrapper.ts';
import type { WithKey } from './data-key.ts';
import { readSeal } from './sealed.ts';
import { isWorthAnotherAddress } from './upload.ts';

/** How content is received, and in which form that needs the key. */
export type Receiving<T, K> = Readonly<{
  withKey: WithKey<K>;
  /** Fetches, decrypts and verifies. */
  receive: (download: Download, key: K) => Promise<T>;
}>;

export type Downloading<T, K> = Receiving<T, K> &
  Readonly<{
    unwrap: KeyUnwrapper;
    /** Requests an address and the wrapped key. Called again if a new address is needed. */
    download: () => Promise<Download>;
    /** Undefined where a link leads to the file. */
    fileId?: string | undefined;
    signal: AbortSignal | undefined;
  }>;

/** The download procedure: address and wrapped key, unwrap, fetch, decrypt, verify. */
export async function downloadWith<T, K>(downloading: Downloading<T, K>): Promise<T> {
  const { unwrap, download, withKey, receive, fileId, signal } = downloading;
  const first = await download();
  readSeal(first);
  return withKey(unwrap, first, { fileId, op: 'open', signal }, async (key) => {
    try {
      return await receive(first, key);
    } catch (error) {
      if (!isWorthAnotherAddress(error)) throw error;
      return receive(await download(), key);
    }
  });
}
