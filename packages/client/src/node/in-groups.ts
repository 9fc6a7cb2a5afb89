/** Maximum number of items in one request. */
export const MAX_GROUP = 100;

/** Groups of items. `isFull` is asked before each further item of a group. */
export async function* inGroups<T>(
  items: Iterable<T> | AsyncIterable<T>,
  isFull: (group: readonly T[]) => boolean = ({ length }) => length >= MAX_GROUP,
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
