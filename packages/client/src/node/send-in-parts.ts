import { type CipherGCM, createCipheriv, createHash, randomBytes } from 'node:crypto';
import { StrongroomError } from '../base/error.ts';
import { type Bytes, ownBytes, toBase64 } from '../content/bytes.ts';
import type { UploadTransferOptions } from '../content/in-memory.ts';
import { ivOfContent } from '../content/part-iv.ts';
import { IV_BYTES, type StoredSeal } from '../content/sealed.ts';
import { type PartUploads, sendParts } from '../content/send-parts.ts';
import type { ClientNetwork } from '../content/settings.ts';
import { putStream } from './object-requests.ts';
import { releaseMemory } from './release.ts';
import { ALGORITHM, createCipher } from './sealing.ts';
import type { FileSource } from './source.ts';

/** `onContent` is called with the SHA-256, in hexadecimal digits, of content that was sent. */
export type SendOptions = UploadTransferOptions & Readonly<{ onContent?: ((sha256: string) => void) | undefined }>;

const KEY_BYTES = 32;
/** Bytes that are sent at a time. */
const PIECE = 256 * 1024;
/** Bytes that are encrypted at a time. */
const BLOCK = 64 * 1024;

/**
 * Encrypts a source and sends the parts that the store does not have. The source is read twice: each part is compared with what
 * the iv was made of before a byte of its ciphertext leaves. Throws SOURCE_CHANGED.
 */
export async function sendInParts(
  source: FileSource,
  inParts: PartUploads,
  dek: Bytes,
  { network, onContent, ...options }: SendOptions & Readonly<{ network: ClientNetwork }>,
): Promise<StoredSeal> {
  const tags = new PartTags();
  const digest = await digestOfSource(source, tags, inParts.size, options.signal);
  const iv = await ivOfContent(digest, (nonce, plain) => createCipheriv(ALGORITHM, dek, nonce).update(plain));
  const { cipher, sealed } = createCipher(dek, iv);
  async function* ciphertexts(): AsyncGenerator<Bytes, void> {
    let index = 0;
    for await (const part of partsOf(source, inParts.size, options.signal)) {
      if (!tags.isSame(index++, part)) throw new StrongroomError('SOURCE_CHANGED');
      encryptInPlace(part, cipher);
      yield part;
    }
  }
  const { signal } = options;
  const { timeout, retries } = network;
  await sendParts(
    inParts,
    { iv: toBase64(iv), total: source.size, parts: ciphertexts() },
    (url, part, onProgress) => {
      onProgress({ transferred: 0, total: part.length });
      return putStream(url, part.length, piecesOf(part, onProgress), { timeout, signal, isRepeatable: true });
    },
    { retries, ...options },
  );
  onContent?.(Buffer.from(digest).toString('hex'));
  return sealed();
}

/**
 * Tags of the plaintext parts, which tell whether a second reading finds the same bytes: GMAC with a key that only this object has,
 * at a tenth of the time of a hash.
 */
class PartTags {
  readonly #key = randomBytes(KEY_BYTES);
  readonly #tags: Buffer[] = [];

  /** The tag of the next part, whose bytes are given to `setAAD`. */
  begin(): CipherGCM {
    return this.#cipher(this.#tags.length);
  }

  end(tag: CipherGCM): void {
    this.#tags.push(tagOf(tag));
  }

  isSame(index: number, part: Bytes): boolean {
    return this.#tags[index]?.equals(tagOf(this.#cipher(index).setAAD(part))) === true;
  }

  #cipher(index: number): CipherGCM {
    const nonce = Buffer.alloc(IV_BYTES);
    nonce.writeUInt32BE(index);
    return createCipheriv(ALGORITHM, this.#key, nonce);
  }
}

function tagOf(cipher: CipherGCM): Buffer {
  cipher.final();
  return cipher.getAuthTag();
}

/** SHA-256 of the plaintext, and the tags of its parts. */
async function digestOfSource(
  source: FileSource,
  tags: PartTags,
  size: number,
  signal: AbortSignal | undefined,
): Promise<Bytes> {
  const hash = createHash('sha256');
  let tag = tags.begin();
  let filled = 0;
  for await (const piece of source.read()) {
    signal?.throwIfAborted();
    hash.update(piece);
    for (const taken of cutAt(piece, size, () => filled)) {
      tag.setAAD(taken);
      filled += taken.length;
      if (filled < size) continue;
      tags.end(tag);
      tag = tags.begin();
      filled = 0;
    }
  }
  if (filled > 0) tags.end(tag);
  return ownBytes(hash.digest());
}

/** The plaintext in parts of `size` bytes; the last one may be shorter. Each is valid until the next one is requested. */
async function* partsOf(
  source: FileSource,
  size: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Bytes, void> {
  const part = new Uint8Array(Math.min(size, source.size));
  let filled = 0;
  for await (const piece of source.read()) {
    signal?.throwIfAborted();
    for (const taken of cutAt(piece, part.length, () => filled)) {
      part.set(taken, filled);
      filled += taken.length;
      if (filled < part.length) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** A piece, cut where a part ends. `filled`: bytes that the part has. */
function* cutAt(piece: Uint8Array, size: number, filled: () => number): Generator<Uint8Array, void> {
  for (let from = 0; from < piece.length; ) {
    const taken = piece.subarray(from, from + size - filled());
    from += taken.length;
    yield taken;
  }
}

/** By small blocks, whose memory the next one uses again: fresh memory for a whole part costs more than its encryption. */
function encryptInPlace(part: Bytes, cipher: CipherGCM): void {
  for (let from = 0; from < part.length; from += BLOCK) {
    const block = cipher.update(part.subarray(from, from + BLOCK));
    part.set(block, from);
    releaseMemory(block);
  }
}

/** Views of the part, which may have to be sent again. */
async function* piecesOf(
  part: Bytes,
  onProgress: (progress: Readonly<{ transferred: number; total: number }>) => void,
): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < part.length; from += PIECE) {
    const piece = part.subarray(from, from + PIECE);
    yield piece;
    onProgress({ transferred: from + piece.length, total: part.length });
  }
}
