import type { Download } from '../generated/operations.ts';
import type { Bytes } from './bytes.ts';
import { type KeyUnwrapper, withDataKey } from './data-key.ts';
import { readSeal } from './sealed.ts';
import { isWorthAnotherAddress } from './upload.ts';

export type Downloading<T> = Readonly<{
  unwrap: KeyUnwrapper;
  /** Asks for the address and the wrapped key; again, when the address is wanted afresh. */
  grant: () => Promise<Download>;
  /** Fetches, decrypts and verifies. */
  receive: (grant: Download, dek: Bytes) => Promise<T>;
  signal: AbortSignal | undefined;
}>;

/** The download procedure (specification section 4): address and wrapped key, unwrap, fetch, decrypt, verify. */
export async function downloadWith<T>({ unwrap, grant, receive, signal }: Downloading<T>): Promise<T> {
  const granted = await grant();
  readSeal(granted);
  return withDataKey(unwrap, granted, signal, async (dek) => {
    try {
      return await receive(granted, dek);
    } catch (error) {
      if (!isWorthAnotherAddress(error)) throw error;
      return receive(await grant(), dek);
    }
  });
}
