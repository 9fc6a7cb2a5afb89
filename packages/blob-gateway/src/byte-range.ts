import { BlobRefusal } from '@strongroom/ports';

/** First and last byte, both included. */
export type ByteRange = Readonly<{ first: number; last: number }>;

const ONE_RANGE = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/**
 * The range of a `Range` header; undefined for the whole object: without a header, with another unit, a malformed header or
 * several ranges, which a server may ignore (RFC 9110 section 14.2).
 * Throws BlobRefusal RANGE_NOT_SATISFIABLE with the size (section 15.5.17).
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | undefined {
  const match = header === undefined ? null : ONE_RANGE.exec(header);
  if (match === null) return undefined;
  const [, from, to, suffix] = match;
  if (suffix !== undefined) return lastBytes(Number(suffix), size);
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= size) throw new BlobRefusal('RANGE_NOT_SATISFIABLE', size);
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

function lastBytes(count: number, size: number): ByteRange | undefined {
  if (count === 0) throw new BlobRefusal('RANGE_NOT_SATISFIABLE', size);
  // Content-Range cannot express the last bytes of an empty object, so the whole object is sent.
  return size === 0 ? undefined : { first: Math.max(0, size - count), last: size - 1 };
}
