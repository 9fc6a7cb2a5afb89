import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import type { Bytes } from '../content/bytes.ts';
import { withDataKey } from '../content/data-key.ts';
import type { ReceiveMethod } from '../content/download.ts';
import { checkSize, type DownloadOptions } from '../content/in-memory.ts';
import type { GetObject } from '../content/object-parts.ts';
import type { StoredSeal } from '../content/sealed.ts';
import { partsFor, type UploadAddress } from '../content/send-parts.ts';
import type { ClientNetwork } from '../content/settings.ts';
import type { SharedRequest } from '../content/share.ts';
import type { UploadMethod } from '../content/upload.ts';
import { receiveWhole } from '../content/whole-object.ts';
import { withRetries } from '../http/retries.ts';
import type { SharedGets } from '../transfer/shared-gets.ts';
import { getStream, putStream } from './object-requests.ts';
import type { PartFile } from './part-file.ts';
import { releaseMemory } from './release.ts';
import { type ScratchFile, scratchFile } from './scratch-file.ts';
import { createCipher, createDecipher, verifyTag } from './sealing.ts';
import type { SendOptions } from './send-in-parts.ts';
import type { FileSource } from './source.ts';

type Receive<T> = ReceiveMethod<T, Bytes>;

/** Content that was received into a file. */
export type ReceivedFile = Readonly<{
  /** Bytes. */
  size: number;
  /** SHA-256, in hexadecimal digits, where it was asked for. */
  sha256: string | undefined;
}>;

/** A file that is whole and verified, and has not got its name yet. */
export type WholeFile = Readonly<{
  /** The path that it has until then, in the same folder. */
  path: string;
  /** SHA-256, in hexadecimal digits, where it was asked for. */
  sha256: string | undefined;
}>;

/** With `isHashed`, the content is hashed as it arrives, so that no second read is needed. `shared`: for objects that may come with others. */
export type FileOptions = DownloadOptions &
  Readonly<{
    isHashed?: boolean | undefined;
    shared?: SharedGets | undefined;
    onWhole?: ((whole: WholeFile) => Promise<void>) | undefined;
  }>;

/**
 * Encrypts a source while sending: in parts where the service offers it, or whole, with a fresh iv for every attempt, because
 * the source may have changed.
 */
export function sendFrom(source: FileSource, network: ClientNetwork, options: SendOptions): UploadMethod<Bytes> {
  const { signal, onProgress, onContent, share } = options;
  const total = source.size;
  const send = async (to: UploadAddress, dek: Bytes): Promise<StoredSeal> => {
    const inParts = partsFor(to, total);
    if (inParts === undefined) return share === undefined ? sendWhole(to.url, dek) : sendShared(to.url, dek, share);
    // Loaded for large files only: a command line starts with every module that it loads.
    const { sendInParts } = await import('./send-in-parts.ts');
    return sendInParts(source, inParts, dek, { network, ...options });
  };
  const sendWhole = (url: string, dek: Bytes): Promise<StoredSeal> =>
    withRetries(
      async () => {
        const { cipher, sealed } = createCipher(dek);
        const hash = onContent && createHash('sha256');
        let transferred = 0;
        async function* ciphertext(): AsyncGenerator<Uint8Array, void> {
          onProgress?.({ transferred, total });
          for await (const piece of source.read()) {
            hash?.update(piece);
            yield cipher.update(piece);
            transferred += piece.length;
            onProgress?.({ transferred, total });
          }
        }
        await putStream(url, total, ciphertext(), { timeout: network.timeout, signal });
        if (hash !== undefined) onContent?.(hash.digest('hex'));
        return sealed();
      },
      network.retries,
      signal,
    );
  /** The same bytes in both ways: one that arrives late replaces the other one with itself. */
  const sendShared = async (url: string, dek: Bytes, { stored, alone }: SharedRequest): Promise<StoredSeal> => {
    const { cipher, sealed } = createCipher(dek);
    const hash = onContent && createHash('sha256');
    const pieces: Buffer<ArrayBuffer>[] = [];
    onProgress?.({ transferred: 0, total });
    for await (const piece of source.read()) {
      hash?.update(piece);
      pieces.push(cipher.update(piece));
    }
    const ciphertext = inOne(pieces);
    const seal = sealed();
    if (!(await stored(url, ciphertext))) {
      const body = async function* () {
        yield ciphertext;
      };
      const put = () => putStream(url, total, body(), { timeout: network.timeout, signal, isRepeatable: true });
      await alone(() => withRetries(put, network.retries, signal));
    }
    releaseMemory(ciphertext);
    onProgress?.({ transferred: total, total });
    if (hash !== undefined) onContent?.(hash.digest('hex'));
    return seal;
  };
  return { withKey: withDataKey, send };
}

/** A small file is usually one piece, which is not copied. */
function inOne(pieces: readonly Buffer<ArrayBuffer>[]): Bytes {
  const [only = Buffer.alloc(0), ...more] = pieces;
  const { buffer, byteOffset, length } = more.length === 0 ? only : Buffer.concat(pieces);
  return new Uint8Array(buffer, byteOffset, length);
}

/** Decrypts into a file that gets its name after it is verified. */
export const receiveInto = (part: PartFile, network: ClientNetwork, options: FileOptions): Receive<ReceivedFile> => ({
  withKey: withDataKey,
  receive: async (first, dek, again) => {
    const newHash = () => (options.isHashed === true ? createHash('sha256') : undefined);
    let decipher = createDecipher(dek, first);
    let hash = newHash();
    let size = 0;
    await part.restart();
    const restart = async (): Promise<void> => {
      await part.restart();
      decipher = createDecipher(dek, first);
      hash = newHash();
      size = 0;
    };
    const take = (piece: Buffer): Promise<void> | undefined => {
      size += piece.length;
      const plaintext = decipher.update(piece);
      releaseMemory(piece);
      hash?.update(plaintext);
      return part.append(plaintext);
    };
    await receiveWhole({ get: getting(network, options), first, again, take, restart, network, ...options });
    verifyTag(decipher);
    checkSize(size, options);
    const sha256 = hash?.digest('hex');
    await part.keep(async (path) => options.onWhole?.({ path, sha256 }));
    return { size, sha256 };
  },
});

/** Two passes: stores the ciphertext in a scratch file and verifies it, then reads it again and decrypts. */
export const receiveStream = (network: ClientNetwork, options: DownloadOptions): Receive<Readable> => ({
  withKey: withDataKey,
  receive: async (first, dek, again) => {
    let decipher = createDecipher(dek, first);
    let scratch = await scratchFile();
    const restart = async (): Promise<void> => {
      await scratch.remove();
      scratch = await scratchFile();
      decipher = createDecipher(dek, first);
    };
    const take = (piece: Buffer): Promise<void> | undefined => {
      releaseMemory(decipher.update(piece).fill(0));
      return scratch.append(piece);
    };
    try {
      await receiveWhole({ get: getting(network, options), first, again, take, restart, network, ...options });
      verifyTag(decipher);
      checkSize(scratch.size, options);
      await scratch.finish();
    } catch (error) {
      await scratch.remove();
      throw error;
    }
    // The decipher has its own copy of the key, which is wiped here before anything is read.
    return released(scratch, createDecipher(dek, first));
  },
});

function getting({ timeout }: ClientNetwork, { signal, size, onWaiting, shared }: FileOptions): GetObject<Buffer> {
  const alone = getStream({ timeout, signal });
  return async (url, from, receive) => {
    if (from > 0 || shared?.takes(url, size) !== true || size === undefined) return alone(url, from, receive);
    onWaiting?.();
    const bytes = await shared.get(url, size, signal);
    if (bytes === undefined) return alone(url, from, receive);
    const header = (name: string) => (name === 'content-length' ? `${bytes.length}` : null);
    return receive(async (take) => take(Buffer.from(bytes.buffer)), { status: 200, header });
  };
}

/** The verified content. The scratch file is removed whether or not it is read. */
function released(scratch: ScratchFile, decipher: ReturnType<typeof createDecipher>): Readable {
  const pieces = scratch.read()[Symbol.asyncIterator]();
  const next = async (stream: Readable): Promise<void> => {
    const step = await pieces.next();
    if (!step.done) stream.push(decipher.update(step.value));
    else {
      verifyTag(decipher); // of the disk, by now
      stream.push(null);
    }
  };
  return new Readable({
    read() {
      next(this).catch((error: Error) => this.destroy(error));
    },
    destroy(error, done) {
      callbackify(() => scratch.remove())((failure) => done(error ?? failure));
    },
  });
}
