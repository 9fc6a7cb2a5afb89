import { StrongroomError } from '../error.ts';
import { withRetries } from '../http/retries.ts';
import type { Network } from '../settings.ts';
import type { Bytes } from './bytes.ts';
import type { Downloading } from './download.ts';
import { getObject, type Progress, putObject } from './objects.ts';
import type { Send } from './upload.ts';
import { decrypted, encrypted } from './web-crypto.ts';

export type TransferOptions = Readonly<{
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}>;

export type DownloadOptions = TransferOptions &
  Readonly<{
    /** Size of the file in the room's list. Content of another size is refused with SIZE_DIFFERS. */
    size?: number | undefined;
  }>;

/** The tag authenticates the content, but not which file it belongs to. Throws SIZE_DIFFERS. */
export function checkSize(received: number, { size }: DownloadOptions): void {
  if (size !== undefined && received !== size) throw new StrongroomError('SIZE_DIFFERS');
}

/** Encrypts in memory, afresh for every attempt, so that no iv is used twice. */
export function sendFromMemory(bytes: Bytes, network: Network, { signal, onProgress }: TransferOptions): Send {
  return (url, dek) =>
    withRetries(
      async () => {
        const { ciphertext, sealed } = await encrypted(bytes, dek);
        await putObject(url, ciphertext, { ...network, signal, onProgress });
        return sealed;
      },
      network.retries,
      signal,
    );
}

/** Decrypts in memory, verified. */
export function receiveInMemory(network: Network, options: DownloadOptions): Downloading<Bytes>['receive'] {
  const { signal, onProgress } = options;
  return async (download, dek) => {
    const fetched = () => getObject(download.download_url, { ...network, signal, onProgress });
    const plaintext = await decrypted(await withRetries(fetched, network.retries, signal), download, dek);
    checkSize(plaintext.length, options);
    return plaintext;
  };
}
