import type { BlobAddress } from '@strongroom/ports';

const PREFIX = '/blobs/';

/** The address in the path and query of one line. Another path than that of an object has no valid signature. */
export function addressOf(line: string): BlobAddress {
  const [path = '', ...query] = line.split('?');
  return { path: path.startsWith(PREFIX) ? path.slice(PREFIX.length) : '', query: query.join('?') };
}
