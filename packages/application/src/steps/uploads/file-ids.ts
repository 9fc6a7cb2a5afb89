import { FileId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';

/** Files in a row on one shelf. */
const IN_A_ROW = 256;
const SHELVES = 16;

/**
 * Makes ids for files. Ids of one moment are neighbours, so that a commit of many files writes few pages of the index of ids.
 *
 * A UUID of version 8 (RFC 9562): the first digit is the shelf of the file's objects (`blob-keys.ts`), which changes now and
 * then so that a large room has all sixteen; 44 bits are milliseconds since 1970, the rest is random.
 */
export function fileIds({ ids, clock }: Pick<Deps, 'ids' | 'clock'>): () => FileId {
  let made = 0;
  return () => {
    const shelf = Math.floor(made++ / IN_A_ROW) % SHELVES;
    const timed = ids.timed(clock.now());
    return FileId.parse(`${shelf.toString(16)}${timed.slice(1, 14)}8${timed.slice(15)}`);
  };
}
