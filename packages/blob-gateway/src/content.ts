import type { BlobContent, BlobStat } from '@strongroom/ports';
import { rangeOf } from './byte-range.ts';

/** Bytes accepted beyond the announced size: an authentication tag that should have been removed, which confirm reports. */
export const TAG_BYTES = 16;

/** A strong validator, different after each PUT (RFC 9110 section 8.8.3). */
export const etag = (generation: string): string => `"${generation}"`;

/** Headers of an object. Throws BlobRefusal RANGE_NOT_SATISFIABLE. */
export function objectHead(found: BlobStat, header: string | undefined): Omit<BlobContent, 'body'> {
  const range = rangeOf(header, found.size);
  return { etag: etag(found.generation), size: found.size, ...(range === undefined ? {} : { range }) };
}
