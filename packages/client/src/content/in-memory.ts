import { StrongroomError } from '../base/error.ts';
import { withRetries } from '../http/retries.ts';
import type { Bytes } from './bytes.ts';
import { withHiddenKey } from './data-key.ts';
import type { ReceiveMethod } from './download.ts';
import { getObject, type Progress } from './objects.ts';
import { digestOf, ivOfContent } from './part-iv.ts';
import { type StoredSeal, TAG_BYTES } from './sealed.ts';
import { type PartUploads, partsFor, sendParts } from './send-parts.ts';
import type { ClientNetwork } from './settings.ts';
import type { SharedRequest } from './share.ts';
import type { UploadMethod } from './upload.ts';
import { decryptContent, encryptContent, encryptedWith } from './web-crypto.ts';
import { receiveWhole } from './whole-object.ts';

export type TransferOptions = Readonly<{
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}>;

export type UploadTransferOptions = TransferOptions &
  Readonly<{
    /** For a small object that may travel with others. */
    share?: SharedRequest | undefined;
    /** Called when an encrypted object waits for others that travel with it. */
    onWaiting?: (() => void) | undefined;
  }>;

export type DownloadOptions = TransferOptions &
  Readonly<{
    /** Size of the file in the room's list. Content of another size is refused with SIZE_DIFFERS. */
    size?: number | undefined;
    /** The version to read; the current one without it. */
    version?: number | undefined;
    /** Called when the object waits for others that come with it. */
    onWaiting?: (() => void) | undefined;
  }>;

/** The tag authenticates the content, but not which file it belongs to. Throws SIZE_DIFFERS. */
export function checkSize(received: number, { size }: DownloadOptions): void {
  if (size !== undefined && received !== size) throw new StrongroomError('SIZE_DIFFERS');
}

/** Encrypts in memory: in parts where the service offers it, or whole and afresh for every attempt. */
export function sendFromMemory(
  bytes: Bytes,
  network: ClientNetwork,
  { signal, onProgress, share }: UploadTransferOptions,
): UploadMethod<CryptoKey> {
  const total = bytes.length;
  const put = (url: string, ciphertext: Bytes): Promise<void> =>
    network.put(url, ciphertext, { ...network, signal, onProgress });
  const sendWhole = (url: string, key: CryptoKey): Promise<StoredSeal> =>
    withRetries(
      async () => {
        const { ciphertext, sealed } = await encryptContent(bytes, key);
        await put(url, ciphertext);
        return sealed;
      },
      network.retries,
      signal,
    );
  /** The same bytes in both ways: one that arrives late replaces the other one with itself. */
  const sendShared = async (url: string, key: CryptoKey, { stored, alone }: SharedRequest): Promise<StoredSeal> => {
    onProgress?.({ transferred: 0, total });
    const { ciphertext, sealed } = await encryptContent(bytes, key);
    if (!(await stored(url, ciphertext)))
      await alone(() => withRetries(() => put(url, ciphertext), network.retries, signal));
    onProgress?.({ transferred: total, total });
    return sealed;
  };
  const sendInParts = async (inParts: PartUploads, key: CryptoKey): Promise<StoredSeal> => {
    const iv = await ivOfContent(await digestOf(bytes), (nonce, plain) => encryptedWith(nonce, plain, key));
    const { ciphertext, sealed } = await encryptContent(bytes, key, iv);
    const parts = cut(ciphertext, inParts.size);
    await sendParts(
      inParts,
      { iv: sealed.iv, total, parts },
      (url, part, report) => network.put(url, part, { ...network, signal, onProgress: report }),
      { retries: network.retries, signal, onProgress },
    );
    return sealed;
  };
  return {
    withKey: withHiddenKey,
    send: (to, key) => {
      const inParts = partsFor(to, total);
      if (inParts !== undefined) return sendInParts(inParts, key);
      return share === undefined ? sendWhole(to.url, key) : sendShared(to.url, key, share);
    },
  };
}

const cut = (bytes: Bytes, size: number): readonly Bytes[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

/** Decrypts in memory, verified. */
export function receiveInMemory(network: ClientNetwork, options: DownloadOptions): ReceiveMethod<Bytes, CryptoKey> {
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
      const plaintext = await decryptContent(joined(pieces), first, key);
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
