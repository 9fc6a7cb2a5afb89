import { type BlobKey, isBlobKey } from '@strongroom/ports';

/** File systems allow names of up to 255 bytes. */
const LONGEST = 200;
const OBJECT = '.blob';

/**
 * The path of an object, as names of folders and its file. Each segment of the key is split after its second character, so
 * that a million segments with random hexadecimal digits spread over 256 folders: `sealed/3f2b8c/9d4a` is stored at
 * `se/aled_/3f/2b8c_/9d/4a.blob`.
 *
 * INVARIANT: reading the pieces of a folder in byte order, with a file before the folder of the same piece, returns the keys
 * in byte order. It holds because no piece of a folder is a prefix of another: two characters, or up to and including a
 * slash, or `LONGEST` characters.
 */
export function objectPath(key: BlobKey): readonly string[] {
  const segments = key.split('/');
  const pieces = segments.flatMap((segment, index) => cut(index === segments.length - 1 ? segment : `${segment}/`));
  return pieces.map((piece, index) => (index === pieces.length - 1 ? piece + OBJECT : piece.replace('/', '_')));
}

/** The part of the key in the name of a folder; undefined for a foreign folder. */
export function folderPiece(name: string): string | undefined {
  return /^[a-z0-9-]*_?$/.test(name) ? name.replace('_', '/') : undefined;
}

/** The part of the key in the name of a file; undefined for a foreign file. */
export function filePiece(name: string): string | undefined {
  return name.endsWith(OBJECT) ? name.slice(0, -OBJECT.length) : undefined;
}

/** Whether an object with this key has exactly this path. */
export function liesAt(key: string, names: readonly string[]): key is BlobKey {
  return isBlobKey(key) && objectPath(key).join('/') === names.join('/');
}

function cut(segment: string): string[] {
  const pieces = [segment.slice(0, 2)];
  for (let from = 2; from < segment.length; from += LONGEST) pieces.push(segment.slice(from, from + LONGEST));
  return pieces;
}
