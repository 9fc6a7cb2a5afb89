import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { Download } from '../generated/operations.ts';
import type { WithKey } from './data-key.ts';
import type { ObjectAddress } from './object-parts.ts';
import { readSeal } from './sealed.ts';

/** How content is received, and in which form that needs the key. */
export type ReceiveMethod<T, K> = Readonly<{
  withKey: WithKey<K>;
  /** Fetches, decrypts and verifies. `again` requests another address of the same ciphertext. */
  receive: (first: ObjectAddress, key: K, again: () => Promise<ObjectAddress>) => Promise<T>;
}>;

/** A released key and its address; a link, and a service of an older version, name no version. */
export type ReleasedDownload = Omit<Download, 'version'> & Readonly<{ version?: number | undefined }>;

export type DownloadMethod<T, K> = ReceiveMethod<T, K> &
  Readonly<{
    unwrap: KeyUnwrapper;
    /** Requests an address and the wrapped key. */
    download: () => Promise<ReleasedDownload>;
    /** Requests another address. By default as the first one. */
    again?: ((version: number | undefined) => Promise<ObjectAddress>) | undefined;
    /** Undefined where a link leads to the file. */
    fileId?: string | undefined;
    signal: AbortSignal | undefined;
  }>;

/** The download procedure: address and wrapped key, unwrap, fetch, decrypt, verify. */
export async function downloadWith<T, K>(downloading: DownloadMethod<T, K>): Promise<T> {
  const { unwrap, download, again = () => download(), withKey, receive, fileId, signal } = downloading;
  const first = await download();
  readSeal(first);
  return withKey(unwrap, first, { fileId, version: first.version, op: 'open', signal }, (key) =>
    receive(first, key, () => again(first.version)),
  );
}
