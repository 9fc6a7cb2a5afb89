import { TAG_BYTES } from '@strongroom/blob-gateway';
import { BlobRefusal, Unavailable } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';
import type { BucketApi, CopiedPart } from '../bucket/bucket-api.ts';
import { isStorageFull, S3Failure } from '../bucket/s3-failure.ts';
import type { PartMemory } from './part-memory.ts';

/** Bytes of a part: the minimum of S3, so that an upload needs little memory. An upload holds one or two parts. */
const PART_BYTES = 5 * 1024 * 1024;
/** Milliseconds for a request with a small body. */
const SHORT_MS = 4500;
/** Milliseconds for a part, or for assembling them. */
const PART_MS = 15_000;

type Target = Readonly<{
  name: string;
  /** Announced bytes. */
  size: number;
  /** Called after the last byte and before the object appears; throws if it must not. */
  refuse: () => void;
  /** Bounds what the uploads of the process hold. */
  memory: PartMemory;
}>;

/**
 * Stores a body as one object while it arrives: in one request up to a part, otherwise as a multipart upload. Throws
 * BlobRefusal PAYLOAD_TOO_LARGE and STORAGE_FULL, Unavailable (also where other uploads hold all memory), or the error of an interrupted body; then no object appears.
 */
export async function storeBody(api: BucketApi, target: Target, body: AsyncIterable<Uint8Array>): Promise<void> {
  const first = Math.min(PART_BYTES, target.size + TAG_BYTES);
  try {
    await target.memory.holding(first, () => store(api, target, body));
  } catch (error) {
    throw isStorageFull(error) ? new BlobRefusal('STORAGE_FULL') : error;
  }
}

async function store(api: BucketApi, target: Target, body: AsyncIterable<Uint8Array>): Promise<void> {
  const parts = partsOf(body, target.size + TAG_BYTES);
  try {
    const { value: first } = await parts.next();
    if (first === undefined) throw new TypeError('a body has at least one part');
    if (first.byteLength < PART_BYTES) {
      // The generator ends the body, and so finds a late end.
      await parts.next();
      target.refuse();
      return await api.put(target.name, first, new Deadline(first.byteLength < 64 * 1024 ? SHORT_MS : PART_MS));
    }
    await storeParts(api, target, first, parts);
  } finally {
    // Nothing waits for it: after a failed part the body may still be waiting for its sender.
    parts.return(undefined).catch(() => undefined);
  }
}

async function storeParts(api: BucketApi, target: Target, first: Uint8Array, parts: Parts): Promise<void> {
  const Key = target.name;
  const UploadId = await api.beginUpload(Key, new Deadline(SHORT_MS));
  try {
    const sent: CopiedPart[] = [];
    let body: Uint8Array | undefined = first;
    while (body !== undefined && body.byteLength > 0) {
      const part = { Key, UploadId, PartNumber: sent.length + 1, Body: body };
      // The next part arrives while this one is sent, if there is memory for it.
      const uploading: Promise<CopiedPart> = api.uploadPart(part, new Deadline(PART_MS));
      const [done, next] = await target.memory.sideBySide(PART_BYTES, uploading, () => parts.next());
      sent.push(done);
      body = next.done === true ? undefined : next.value;
    }
    target.refuse();
    if (await api.completeUpload(Key, UploadId, sent, new Deadline(PART_MS))) return;
    // A retry by the SDK finds the upload completed; the object is then there.
    const { objects } = await api.list({ prefix: Key, limit: 1 }, new Deadline(SHORT_MS));
    if (objects[0]?.name !== Key) throw unavailable('NoSuchUpload');
  } catch (error) {
    // If it fails too, the sweep of open uploads removes the parts.
    await api.abortUpload(Key, UploadId, new Deadline(SHORT_MS)).catch(() => undefined);
    throw error;
  }
}

type Parts = AsyncGenerator<Uint8Array, void, undefined>;

/** Parts of exactly PART_BYTES, and one shorter part at the end, which may be empty. */
async function* partsOf(body: AsyncIterable<Uint8Array>, most: number): Parts {
  const emptyPart = (received: number): Buffer => Buffer.allocUnsafe(Math.min(PART_BYTES, most - received));
  let part = emptyPart(0);
  let filled = 0;
  let received = 0;
  for await (const piece of body) {
    if (received + piece.byteLength > most) throw new BlobRefusal('PAYLOAD_TOO_LARGE');
    for (let from = 0; from < piece.byteLength; ) {
      const taken = piece.subarray(from, from + part.byteLength - filled);
      part.set(taken, filled);
      filled += taken.byteLength;
      from += taken.byteLength;
      received += taken.byteLength;
      if (filled === PART_BYTES) {
        yield part;
        part = emptyPart(received);
        filled = 0;
      }
    }
  }
  yield part.subarray(0, filled);
}

const unavailable = (code: string): Unavailable =>
  new Unavailable('blobs', { cause: new S3Failure(code, undefined, undefined) });
