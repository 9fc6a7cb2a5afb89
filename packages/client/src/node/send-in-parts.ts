import { createCipheriv, createHash } from 'node:crypto';
import { StrongroomError } from '../base/error.ts';
import { type Bytes, ownBytes, toBase64 } from '../content/bytes.ts';
import type { UploadTransferOptions } from '../content/in-memory.ts';
import { digestOf, isSame, ivOfParts } from '../content/part-iv.ts';
import type { StoredSeal } from '../content/sealed.ts';
import { type InParts, sendParts } from '../content/send-parts.ts';
import type { ClientNetwork } from '../content/settings.ts';
import { putStream } from './object-requests.ts';
import { ALGORITHM, createCipher } from './sealing.ts';
import type { Source } from './source.ts';

/** `onContent` is called with the SHA-256, in hexadecimal digits, of content that was sent. */
export type SendOptions = UploadTransferOptions & Readonly<{ onContent?: ((sha256: string) => void) | undefined }>;

const PIECE = 256 * 1024;

/**
 * Encrypts a source and sends the parts that the store does not have. The source is read twice: each part is compared with what
 * the iv was made of before a byte of its ciphertext leaves. Throws SOURCE_CHANGED.
 */
export async function sendInParts(
  source: Source,
  inParts: InParts,
  dek: Bytes,
  { network, onContent, ...options }: SendOptions & Readonly<{ network: ClientNetwork }>,
): Promise<StoredSeal> {
  const digests: Bytes[] = [];
  for await (const part of partsOf(source, inParts.size, options.signal)) digests.push(await digestOf(part));
  const iv = await ivOfParts(digests, (nonce, plain) => createCipheriv(ALGORITHM, dek, nonce).update(plain));
  const { cipher, sealed } = createCipher(dek, iv);
  const hash = onContent && createHash('sha256');
  async function* ciphertexts(): AsyncGenerator<Bytes, void> {
    let index = 0;
    for await (const part of partsOf(source, inParts.size, options.signal)) {
      if (!isSame(await digestOf(part), digests[index++])) throw new StrongroomError('SOURCE_CHANGED');
      hash?.update(part);
      yield ownBytes(cipher.update(part));
    }
  }
  const { signal } = options;
  const { timeout, retries } = network;
  await sendParts(
    inParts,
    { iv: toBase64(iv), total: source.size, parts: ciphertexts() },
    (url, part, onProgress) => {
      onProgress({ transferred: 0, total: part.length });
      return putStream(url, part.length, piecesOf(part, onProgress), { timeout, signal });
    },
    { retries, ...options },
  );
  if (hash !== undefined) onContent?.(hash.digest('hex'));
  return sealed();
}

/** The plaintext in parts of `size` bytes; the last one may be shorter. Each is valid until the next one is requested. */
async function* partsOf(source: Source, size: number, signal: AbortSignal | undefined): AsyncGenerator<Bytes, void> {
  const part = new Uint8Array(Math.min(size, source.size));
  let filled = 0;
  for await (const piece of source.read()) {
    signal?.throwIfAborted();
    for (let from = 0; from < piece.length; ) {
      const taken = piece.subarray(from, from + part.length - filled);
      part.set(taken, filled);
      filled += taken.length;
      from += taken.length;
      if (filled < part.length) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** Copies, because a piece gives its memory back when it is sent, and the part may have to be sent again. */
async function* piecesOf(
  part: Bytes,
  onProgress: (progress: Readonly<{ transferred: number; total: number }>) => void,
): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < part.length; from += PIECE) {
    const piece = part.slice(from, from + PIECE);
    const transferred = from + piece.length;
    yield piece;
    onProgress({ transferred, total: part.length });
  }
}
