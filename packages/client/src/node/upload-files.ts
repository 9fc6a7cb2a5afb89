import type { fileCalls } from '../calls/files.ts';
import type { TransferOptions } from '../content/in-memory.ts';
import type { Progress } from '../content/objects.ts';
import { StrongroomError } from '../error.ts';
import type { File as RoomFile, Upload } from '../generated/operations.ts';
import { type Announced, announcements, type FileToUpload } from './announcements.ts';
import { inParallel } from './in-parallel.ts';
import { fileSource, type Source } from './source.ts';

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

type Sending = Readonly<{
  files: ReturnType<typeof fileCalls>;
  roomId: string;
  /** Sends one that was announced. */
  send: (source: Source, announce: () => Promise<Upload>, options: TransferOptions) => Promise<RoomFile>;
}>;

const PARALLEL = 8;

/** Uploads many files and tells of each as it is done or refused. Throws what they have in common. */
export function uploadFiles(
  { files, roomId, send }: Sending,
  items: Iterable<FileToUpload> | AsyncIterable<FileToUpload>,
  { signal, parallel = PARALLEL, onProgress }: ManyOptions,
): AsyncGenerator<UploadedFile, void> {
  const sendOne = async ({ path, size, announce, discard }: Announced, ending: AbortSignal): Promise<RoomFile> => {
    const source = await unchanged(path, size).catch(async (error: unknown) => {
      await discard();
      throw error;
    });
    try {
      const report = (progress: Progress) => onProgress?.(path, progress);
      return await send(source, announce, { signal: ending, onProgress: report });
    } finally {
      await source.close();
    }
  };
  return inParallel(announcements(files, roomId, items, signal), parallel, signal, async (one, ending) => {
    const { path } = one;
    if ('problem' in one) return { path, error: one.problem };
    try {
      return { path, file: await sendOne(one, ending) };
    } catch (error) {
      ending.throwIfAborted();
      if (!(error instanceof StrongroomError)) throw error;
      return { path, error };
    }
  });
}

/** The file as it was announced. Throws SOURCE_CHANGED, SOURCE_UNREADABLE, FILE_TOO_LARGE. */
async function unchanged(path: string, size: number): Promise<Source> {
  const source = await fileSource(path);
  if (source.size === size) return source;
  await source.close();
  throw new StrongroomError('SOURCE_CHANGED');
}
