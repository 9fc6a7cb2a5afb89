import { contentKey, type File as RoomFile } from '@strongroom/client';
import type { KnownContents } from './known-contents.ts';

/** The newest file with the same contents, or whether all are known to have others. */
export type ContentComparison = Readonly<{ same: RoomFile } | { same?: undefined; isKnown: boolean }>;

type Comparison = Readonly<{
  contents: KnownContents;
  size: number;
  /** Reads the new file; called only if that can decide. Undefined if it changed meanwhile. */
  hash: () => Promise<string | undefined>;
  /** Whether label and media type are as wanted. */
  fits: (file: RoomFile) => boolean;
}>;

/** Compares a new file with those that the room has at its path. */
export async function compareWith(
  standing: readonly RoomFile[],
  { contents, size, hash, fits }: Comparison,
): Promise<ContentComparison> {
  const possible = standing.filter((file) => file.size === size);
  const known = possible.flatMap((file) => {
    const hashOfFile = contents.hashOf(contentKey(file));
    return hashOfFile === undefined ? [] : [{ file, hash: hashOfFile }];
  });
  const isKnown = known.length === possible.length;
  if (known.length === 0) return { isKnown };
  const own = await hash();
  const same = known.find((one) => one.hash === own && fits(one.file));
  return same === undefined ? { isKnown } : { same: same.file };
}
