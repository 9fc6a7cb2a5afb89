import { RefusedDocument } from '../../../office/model.ts';
import type { ZipItem } from './directory.ts';

/** Bytes of a file that is unpacked in the page. */
const MAX_BYTES = 200_000_000;
const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;
/** Deflated bytes grow by no more. */
const MAX_RATIO = 1040;

const DAMAGED = 'This file of the archive is damaged. Download the archive, or ask for it again.';

/** The reason for which a file stays packed here; none if it can be opened and saved. */
export function reasonAgainst({ isEncrypted, method, size }: ZipItem): string | undefined {
  if (isEncrypted) return 'Encrypted with a password';
  if (method !== STORED && method !== DEFLATED) return 'Packed in a way that is not read here';
  return size > MAX_BYTES ? 'Too large to be unpacked here' : undefined;
}

/** Unpacks a file of an archive, which never gets more room than the directory says. Throws RefusedDocument. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>, item: ZipItem): Promise<ArrayBuffer> {
  const reason = reasonAgainst(item);
  if (reason !== undefined) throw new RefusedDocument(`${reason}: download the archive to read this file.`);
  const packed = packedBytes(bytes, item);
  if (item.size > packed.length * MAX_RATIO) throw new RefusedDocument(DAMAGED);
  const whole = item.method === STORED ? packed.slice() : await inflated(packed, item.size);
  if (whole.length !== item.size || crc32(whole) !== item.crc) throw new RefusedDocument(DAMAGED);
  return whole.buffer;
}

function packedBytes(bytes: Uint8Array<ArrayBuffer>, { at, packed }: ZipItem): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + LOCAL_SIZE > bytes.length || view.getUint32(at, true) !== LOCAL) throw new RefusedDocument(DAMAGED);
  const start = at + LOCAL_SIZE + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + packed > bytes.length) throw new RefusedDocument(DAMAGED);
  return bytes.subarray(start, start + packed);
}

async function inflated(packed: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(size);
  let length = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      if (length + step.value.length > size) throw new RangeError('more than the directory says');
      whole.set(step.value, length);
      length += step.value.length;
    }
  } catch {
    void reader.cancel().catch(() => undefined);
    throw new RefusedDocument(DAMAGED);
  }
  return whole.subarray(0, length);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 255] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}
