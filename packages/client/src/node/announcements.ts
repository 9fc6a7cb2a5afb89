import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Result } from '../calls/caller.ts';
import type { fileCalls } from '../calls/files.ts';
import { tooLarge } from '../content/objects.ts';
import { StrongroomError } from '../error.ts';
import { MAX_FILE_BYTES, type RequestUploadBody, type Upload } from '../generated/operations.ts';

/** A file of this machine, and what it is to be in its room; under its own name where that has none. */
export type FileToUpload = Omit<RequestUploadBody, 'size' | 'name'> &
  Readonly<{ path: string; name?: string | undefined }>;

export type Announced = Readonly<{
  path: string;
  size: number;
  /** The address that it was given; from the second time on another for the same upload. Throws where it was refused. */
  announce: () => Promise<Upload>;
  /** Takes it back, where it will not be sent. Never fails: the service removes in time what nobody sends. */
  discard: () => Promise<void>;
}>;
/** A path that cannot be sent. */
export type Unreadable = Readonly<{ path: string; problem: StrongroomError }>;

type Files = ReturnType<typeof fileCalls>;

/** Maximum number of files that one request announces. */
const MAX_GROUP = 100;
/** Time for the cleanup after a failure. */
const CLEANUP_MS = 5_000;

/** Announces a hundred at a time, which halves the number of requests that the rate limit counts. */
export async function* announcements(
  files: Files,
  roomId: string,
  items: Iterable<FileToUpload> | AsyncIterable<FileToUpload>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Announced | Unreadable, void> {
  for await (const group of inGroups(items)) {
    const sized: Sized[] = [];
    for (const one of await Promise.all(group.map(withSize))) {
      if ('problem' in one) yield one;
      else sized.push(one);
    }
    if (sized.length === 0) continue;
    const body = { items: sized.map(({ description }) => description) };
    const idempotencyKey = crypto.randomUUID();
    const ask = () => files.announceMany(roomId, body, { signal, idempotencyKey });
    const first = await ask();
    let started = 0;
    try {
      for (const [index, { path, description }] of sized.entries()) {
        let known: readonly Result<Upload>[] | undefined = first;
        const announce = async () => {
          const results = known ?? (await ask());
          known = undefined;
          return uploadAt(results, index);
        };
        started = index + 1;
        const own = first.filter((one) => one.index === index);
        const discard = () => remove(files, roomId, own);
        yield { path, size: description.size, announce, discard };
      }
    } finally {
      const left = first.filter(({ index }) => index >= started);
      await remove(files, roomId, left);
    }
  }
}

type Sized = Readonly<{ path: string; description: RequestUploadBody }>;

async function withSize({ path, name = basename(path), ...more }: FileToUpload): Promise<Sized | Unreadable> {
  try {
    const stats = await stat(path);
    const { size } = stats;
    if (!stats.isFile()) return { path, problem: new StrongroomError('SOURCE_UNREADABLE') };
    if (size > MAX_FILE_BYTES) return { path, problem: tooLarge() };
    return { path, description: { ...more, name, size } };
  } catch (cause) {
    return { path, problem: new StrongroomError('SOURCE_UNREADABLE', { cause }) };
  }
}

/** Deletes announced files that will not be sent. */
async function remove(files: Files, roomId: string, results: readonly Result<Upload>[]): Promise<void> {
  const items = results.flatMap(({ data }) => (data === undefined ? [] : [{ file_id: data.file_id }]));
  if (items.length === 0) return;
  await files.deleteMany(roomId, { items }, { signal: AbortSignal.timeout(CLEANUP_MS) }).catch(() => undefined);
}

function uploadAt(results: readonly Result<Upload>[], index: number): Upload {
  const result = results.find((one) => one.index === index);
  if (result?.data !== undefined) return result.data;
  const { code = 'UNEXPECTED_ANSWER', message, status } = result?.error ?? {};
  throw new StrongroomError(code, { message, status });
}

async function* inGroups<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<readonly T[], void> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < MAX_GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
