import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { tooLarge } from '../content/objects.ts';
import { StrongroomError } from '../error.ts';
import { MAX_FILE_BYTES, type RequestUploadBody } from '../generated/operations.ts';
import { bytesOf, inGroups, MAX_GROUP, MAX_GROUP_BYTES } from './in-groups.ts';
import { whileWanted } from './while-wanted.ts';

/** A local file, and its description in the room; by default it keeps its name. */
export type FileToUpload = Omit<RequestUploadBody, 'size' | 'name'> &
  Readonly<{ path: string; name?: string | undefined }>;

/** A local file of a group: its path, and the place of its description among the items of the group. */
export type FileOfGroup = Readonly<{ path: string; place: number }>;

/** Files that are announced in one request. */
export type UploadGroup<F extends FileOfGroup = FileOfGroup> = Readonly<{
  /** The same key with the same items is the same request: it announces no file again. */
  idempotencyKey: string;
  items: readonly RequestUploadBody[];
  /** The files to send; a repeated group may leave out those that an earlier call has finished. */
  files: readonly F[];
}>;

/** A file that cannot be sent. */
export type Unsendable<F> = Readonly<{ file: F; problem: StrongroomError }>;

type Described = Readonly<{ path: string; description: RequestUploadBody }>;

/** Whether a group needs another request for one more file. */
export const isFullGroup = (items: readonly Readonly<{ size: number }>[]): boolean =>
  items.length >= MAX_GROUP || bytesOf(items) >= MAX_GROUP_BYTES;

/** Groups of files with keys of their own, which nothing remembers. */
export async function* groupsOf(
  items: Iterable<FileToUpload> | AsyncIterable<FileToUpload>,
  signal: AbortSignal,
): AsyncGenerator<UploadGroup | Unsendable<FileOfGroup>, void> {
  for await (const some of inGroups(whileWanted(items, signal), ({ length }) => length >= MAX_GROUP)) {
    const described: Described[] = [];
    for (const one of await Promise.all(some.map(withSize))) {
      if ('problem' in one) yield one;
      else described.push(one);
    }
    const isFull = (group: readonly Described[]) => isFullGroup(group.map(({ description }) => description));
    for await (const group of inGroups(described, isFull))
      yield {
        idempotencyKey: crypto.randomUUID(),
        items: group.map(({ description }) => description),
        files: group.map(({ path }, place) => ({ path, place })),
      };
  }
}

async function withSize(one: FileToUpload): Promise<Described | Unsendable<FileOfGroup>> {
  const { path, name = basename(path), ...more } = one;
  const refused = (problem: StrongroomError) => ({ file: { path, place: -1 }, problem });
  try {
    const stats = await stat(path);
    const { size } = stats;
    if (!stats.isFile()) return refused(new StrongroomError('SOURCE_UNREADABLE'));
    if (size > MAX_FILE_BYTES) return refused(tooLarge());
    return { path, description: { ...more, name, size } };
  } catch (cause) {
    return refused(new StrongroomError('SOURCE_UNREADABLE', { cause }));
  }
}
