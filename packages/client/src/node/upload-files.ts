import type { fileCalls } from '../calls/files.ts';
import type { Progress } from '../content/objects.ts';
import type { StrongroomError } from '../error.ts';
import type { File as RoomFile } from '../generated/operations.ts';
import { MAX_GROUP } from './in-groups.ts';
import { type FileToUpload, groupsOf } from './upload-group.ts';
import { type Sending, uploadGroups } from './upload-groups.ts';

/** The outcome for one of many files: the file in its room, or the error. */
export type UploadedFile = Readonly<
  { path: string; file: RoomFile; error?: undefined } | { path: string; file?: undefined; error: StrongroomError }
>;

export type ManyOptions = Readonly<{
  signal?: AbortSignal | undefined;
  /** Number of files sent at a time. 8. */
  parallel?: number | undefined;
  onProgress?: ((path: string, progress: Progress) => void) | undefined;
}>;

/** Time for the cleanup after a failure. */
const CLEANUP_MS = 5_000;

/** Uploads many files and yields each outcome. Throws errors common to all. What is not confirmed is removed. */
export async function* uploadFiles(
  sending: Omit<Sending, 'isResumable'>,
  items: Iterable<FileToUpload> | AsyncIterable<FileToUpload>,
  { signal, parallel, onProgress }: ManyOptions,
): AsyncGenerator<UploadedFile, void> {
  /** Announced, and not being sent: an upload in progress removes its own file. */
  const left = new Set<string>();
  const options = {
    signal,
    parallel,
    onProgress: ({ path }: Readonly<{ path: string }>, progress: Progress) => onProgress?.(path, progress),
    onAnnounced: (_: unknown, id: string) => left.add(id),
    onStarted: (_: unknown, id: string) => left.delete(id),
  };
  try {
    const groups = (ending: AbortSignal) => groupsOf(items, ending);
    for await (const { file, uploaded, error } of uploadGroups({ ...sending, isResumable: false }, groups, options))
      yield error === undefined ? { path: file.path, file: uploaded } : { path: file.path, error };
  } finally {
    await remove(sending.files, sending.roomId, [...left]);
  }
}

/** Deletes announced files that will not be sent. */
async function remove(files: ReturnType<typeof fileCalls>, roomId: string, ids: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(CLEANUP_MS);
  for (let from = 0; from < ids.length; from += MAX_GROUP) {
    const items = ids.slice(from, from + MAX_GROUP).map((id) => ({ file_id: id }));
    await files.deleteMany(roomId, { items }, { signal }).catch(() => undefined);
  }
}
