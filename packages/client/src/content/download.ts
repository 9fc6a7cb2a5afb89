import type { Download } from '../generated/operations.ts';
import type { KeyUnwrapper } from '../key-unwrapper.ts';
import type { Bytes } from './bytes.ts';
import { withDataKey } from './data-key.ts';
import { readSeal } from './sealed.ts';
import { isWorthAnotherAddress } from './upload.ts';

export type Downloading<T> = Readonly<{
  unwrap: KeyUnwrapper;
  /** Requests an address and the wrapped key. Called again if a new address is needed. */
  download: () => Promise<Download>;
  /** Fetches, decrypts and verifies. */
  receive: (download: Download, dek: Bytes) => Promise<T>;
  /** Undefined where a link leads to the file. */
  fileId?: string | undefined;
  signal: AbortSignal | undefined;
}>;

/** The download procedure: address and wrapped key, unwrap, fetch, decrypt, verify. */
export async function downloadWith<T>({ unwrap, download, receive, fileId, signal }: Downloading<T>): Promise<T> {
  const first = await download();
  readSeal(first);
  return withDataKey(unwrap, first, { fileId, op: 'open', signal }, async (dek) => {
    try {
      return await receive(first, dek);
    } catch (error) {
      if (!isWorthAnotherAddress(error)) throw error;
      return receive(await download(), dek);
    }
  });
}
