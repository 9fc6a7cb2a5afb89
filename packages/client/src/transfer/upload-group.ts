import type { StrongroomError } from '../base/error.ts';
import type { RequestUploadBody } from '../generated/operations.ts';
import { inGroups, MAX_GROUP, MAX_GROUP_BYTES, totalBytes } from './in-groups.ts';
import { whileWanted } from './while-wanted.ts';

/** A file of a group: the place of its description among the items of the group. */
export type FileOfGroup = Readonly<{ place: number }>;

/** Files that are announced in one request. */
export type UploadGroup<F extends FileOfGroup = FileOfGroup> = Readonly<{
  /** The same key with the same items is the same request: it announces no file again. */
  idempotencyKey: string;
  items: readonly RequestUploadBody[];
  /** The files to send; a repeated group may leave out those that an earlier call has finished. */
  files: readonly F[];
}>;

/** A file that cannot be sent. */
export type UnsendableFile<F> = Readonly<{ file: F; problem: StrongroomError }>;

/** A file with its description in the room. */
export type DescribedFile<F> = Readonly<{ file: F; description: RequestUploadBody }>;

/** Whether a group needs another request for one more file. */
export const isFullGroup = (items: readonly Readonly<{ size: number }>[]): boolean =>
  items.length >= MAX_GROUP || totalBytes(items) >= MAX_GROUP_BYTES;

/** Groups of files with keys of their own, which nothing remembers. `describe` says which files cannot be sent. */
export async function* groupsOf<T, F extends object>(
  items: Iterable<T> | AsyncIterable<T>,
  describe: (item: T) => Promise<DescribedFile<F> | UnsendableFile<F>>,
  signal: AbortSignal,
): AsyncGenerator<UploadGroup<F & FileOfGroup> | UnsendableFile<F & FileOfGroup>, void> {
  for await (const some of inGroups(whileWanted(items, signal), ({ length }) => length >= MAX_GROUP)) {
    const described: DescribedFile<F>[] = [];
    for (const one of await Promise.all(some.map(describe))) {
      if ('problem' in one) yield { file: { ...one.file, place: -1 }, problem: one.problem };
      else described.push(one);
    }
    const isFull = (group: readonly DescribedFile<F>[]) => isFullGroup(group.map(({ description }) => description));
    for await (const group of inGroups(described, isFull))
      yield {
        idempotencyKey: crypto.randomUUID(),
        items: group.map(({ description }) => description),
        files: group.map(({ file }, place) => ({ ...file, place })),
      };
  }
}
