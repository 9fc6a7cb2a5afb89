import { StrongroomError } from '../base/error.ts';
import type { UploadParts } from '../generated/operations.ts';
import { withRetries } from '../http/retries.ts';
import { isWorthAnotherAddress } from './another-address.ts';
import type { Bytes } from './bytes.ts';
import type { ObjectTransfer, Progress } from './objects.ts';
import type { ClientNetwork } from './settings.ts';

/** How a file is sent in parts, where the service offers it. */
export type PartUploads = Readonly<{
  /** Bytes of each part but the last. */
  size: number;
  /** Asks which parts of the ciphertext with that iv are missing. */
  ask: (iv: string) => Promise<UploadParts>;
}>;

/** The address of a ciphertext, whole or in parts. */
export type UploadAddress = Readonly<{ url: string; inParts: PartUploads | undefined }>;

/** Sends one part, and reports the progress of that part. */
type PutPart = (url: string, part: Bytes, onProgress: (progress: Progress) => void) => Promise<void>;

type Ciphertext = Readonly<{
  /** Base64. */
  iv: string;
  /** Bytes. */
  total: number;
  /** The ciphertext of each part, in their order. */
  parts: AsyncIterable<Bytes> | Iterable<Bytes>;
}>;

/** Files of fewer bytes are sent whole: to send one again costs less than to ask for its parts. */
const MIN_BYTES = 16 * 1024 * 1024;

/** How a file of that size is sent in parts; undefined for one that is sent whole. */
export const partsFor = ({ inParts }: UploadAddress, size: number): PartUploads | undefined =>
  isForParts(size) ? inParts : undefined;

/** Whether a file of that size is sent in parts, where the service takes them. */
export const isForParts = (size: number): boolean => size >= MIN_BYTES;

/**
 * Sends the parts that the store does not have. Each is repeated like a whole upload, and gets another address if its own has
 * ended. Throws UNEXPECTED_ANSWER for parts of other sizes.
 */
export async function sendParts(
  { ask }: PartUploads,
  { iv, total, parts }: Ciphertext,
  put: PutPart,
  {
    retries,
    signal,
    onProgress,
  }: Pick<ClientNetwork, 'retries'> & Partial<Pick<ObjectTransfer, 'signal' | 'onProgress'>>,
): Promise<void> {
  let known = await ask(iv);
  let done = 0;
  let number = 0;

  const addressOf = (size: number): string | null => {
    const part = known.parts.find((one) => one.number === number);
    if (part?.size !== size) throw new StrongroomError('UNEXPECTED_ANSWER');
    return part.upload_url;
  };
  const putTo = (url: string, part: Bytes): Promise<void> =>
    withRetries(
      () => put(url, part, ({ transferred }) => onProgress?.({ transferred: done + transferred, total })),
      retries,
      signal,
    );

  onProgress?.({ transferred: 0, total });
  for await (const part of parts) {
    signal?.throwIfAborted();
    number++;
    const url = addressOf(part.length);
    if (url !== null)
      await putTo(url, part).catch(async (error: unknown) => {
        if (!isWorthAnotherAddress(error)) throw error;
        known = await ask(iv);
        const another = addressOf(part.length);
        if (another !== null) await putTo(another, part);
      });
    done += part.length;
    onProgress?.({ transferred: done, total });
  }
}
