import type { FileCalls } from '../calls/files.ts';
import type { Progress } from '../content/objects.ts';
import { removeFiles } from './leftovers.ts';
import type { FileOfGroup, UnsendableFile, UploadGroup } from './upload-group.ts';
import { type UploadOfGroup, type UploadTarget, uploadGroups } from './upload-groups.ts';

type Options<F> = Readonly<{
  signal?: AbortSignal | undefined;
  parallel?: number | undefined;
  onProgress?: ((file: F, progress: Progress) => void) | undefined;
}>;

/** Time for the cleanup after a failure. */
const CLEANUP_MS = 5_000;

/** Uploads groups that nothing remembers, and yields each outcome. Throws errors common to all. What is not confirmed is removed. */
export async function* uploadFiles<F extends FileOfGroup, K>(
  target: UploadTarget<F, K>,
  groups: (signal: AbortSignal) => AsyncIterable<UploadGroup<F> | UnsendableFile<F>>,
  options: Options<F>,
): AsyncGenerator<UploadOfGroup<F>, void> {
  /** Announced, and not being sent: an upload in progress removes its own file. */
  const left = new Set<string>();
  try {
    yield* uploadGroups(target, groups, {
      ...options,
      isResumable: false,
      onAnnounced: (_, id) => void left.add(id),
      onStarted: (_, id) => void left.delete(id),
    });
  } finally {
    await removeLeft(target.files, target.roomId, [...left]);
  }
}

/** Deletes announced files that will not be sent, as far as the service answers. */
const removeLeft = (files: FileCalls, roomId: string, ids: readonly string[]): Promise<unknown> =>
  removeFiles(files, roomId, ids, AbortSignal.timeout(CLEANUP_MS)).catch(() => undefined);
