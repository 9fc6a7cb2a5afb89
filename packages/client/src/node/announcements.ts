import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Result } from '../calls/caller.ts';
import type { fileCalls } from '../calls/files.ts';
import { tooLarge } from '../content/objects.ts';
import { StrongroomError } from '../error.ts';
import { MAX_FILE_BYTES, type RequestUploadBody, type Upload } from '../generated/operations.ts';
import { inGroups } from './in-groups.ts';
import { resultAt } from './result-at.ts';

/** A local file, and its description in the room; by default it keeps its name. */
export type FileToUpload = Omit<RequestUploadBody, 'size' | 'name'> &
  Readonly<{ path: string; name?: string | undefined }>;

export type Announced = Readonly<{
  path: string;
  size: number;
  /** The address for the upload; each further call returns a new one for the same upload. Throws if it was refused. */
  announce: () => Promise<Upload>;
}>;
/** A path that cannot be sent. */
export type Unreadable = Readonly<{ path: string; problem: StrongroomError }>;

type Files = ReturnType<typeof fileCalls>;

/** Time for the cleanup after a failure. */
const CLEANUP_MS = 5_000;

/**
 * Announces up to a hundred files per request, which halves the number of requests that count towards the rate limit.
 */
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
          return resultAt(results, index);
        };
        started = index + 1;
        yield { path, size: description.size, announce };
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
