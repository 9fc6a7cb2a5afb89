import { StrongroomError } from '../base/error.ts';
import { withRetries } from '../http/retries.ts';
import type { Bytes } from './bytes.ts';
import { withHiddenKey } from './data-key.ts';
import type { Receiving } from './download.ts';
import { getObject, type Progress } from './objects.ts';
import { TAG_BYTES } from './sealed.ts';
import type { Network } from './settings.ts';
import type { Sending } from './upload.ts';
import { decrypted, encrypted } from './web-crypto.ts';
import { receiveWhole } from './whole-object.ts';

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
export function sendFromMemory(
  bytes: Bytes,
  network: Network,
  { signal, onProgress }: TransferOptions,
): Sending<CryptoKey> {
  return {
    withKey: withHiddenKey,
    send: (url, key) =>
      withRetries(
        async () => {
          const { ciphertext, sealed } = await encrypted(bytes, key);
          await network.put(url, ciphertext, { ...network, signal, onProgress });
          return sealed;
        },
        network.retries,
        signal,
      ),
  };
}

/** Decrypts in memory, verified. */
export function receiveInMemory(network: Network, options: DownloadOptions): Receiving<Bytes, CryptoKey> {
  const get = getObject({ ...network, signal: options.signal });
  return {
    withKey: withHiddenKey,
    receive: async (first, key, again) => {
      let pieces: Uint8Array[] = [];
      const restart = async (): Promise<void> => {
        pieces = [];
      };
      const take = (piece: Uint8Array): undefined => void pieces.push(piece);
      await receiveWhole({ get, first, again, take, restart, network, ...options });
      const plaintext = await decrypted(joined(pieces), first, key);
      checkSize(plaintext.length, options);
      return plaintext;
    },
  };
}

/** The pieces, followed by space for a tag. */
function joined(pieces: readonly Uint8Array[]): Bytes {
  const room = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, TAG_BYTES));
  let at = 0;
  for (const piece of pieces) {
    room.set(piece, at);
    at += piece.length;
  }
  return room;
}
