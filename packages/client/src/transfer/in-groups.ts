/** Maximum number of items in one request. */
export const MAX_GROUP = 100;

/** Bytes of a group. Several hundred small files, or a few large ones: addresses and grants of keys do not last. */
export const MAX_GROUP_BYTES = 64 * 1_048_576;

type Sized = Readonly<{ size?: number | undefined }>;

/** Bytes of files, where they are known. */
export const totalBytes = (files: readonly Sized[]): number => files.reduce((sum, { size = 0 }) => sum + size, 0);

/** Groups of items. `isFull` is asked before each further item of a group. */
export async function* inGroups<T>(
  items: Iterable<T> | AsyncIterable<T>,
  isFull: (group: readonly T[]) => boolean,
): AsyncGenerator<readonly T[], void> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (!isFull(group)) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
