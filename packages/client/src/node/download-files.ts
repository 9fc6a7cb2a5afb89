import type { fileCalls } from '../calls/files.ts';
import { downloadWith } from '../content/download.ts';
import type { Progress } from '../content/objects.ts';
import { StrongroomError } from '../error.ts';
import type { KeyUnwrapper } from '../key-unwrapper.ts';
import type { Network } from '../settings.ts';
import { type Addressed, addresses } from './addresses.ts';
import { inParallel } from './in-parallel.ts';
import { isThere, partFile } from './part-file.ts';
import { receiveInto } from './transfers.ts';

/** A file of a room and its destination on this machine. */
export type FileToDownload = Readonly<{
  id: string;
  path: string;
  /** Size of the file in the room's list. Content of another size is refused with SIZE_DIFFERS. */
  size?: number | undefined;
}>;

/** The outcome for one of many files: its size, or the error. */
export type DownloadedFile = Readonly<
  | { id: string; path: string; size: number; error?: undefined }
  | { id: string; path: string; size?: undefined; error: StrongroomError }
>;

export type DownloadManyOptions = Readonly<{
  signal?: AbortSignal | undefined;
  /** Number of files received at a time. 8. */
  parallel?: number | undefined;
  /** Replace existing files. Without it, they are refused with DESTINATION_EXISTS. */
  overwrite?: boolean | undefined;
  onProgress?: ((id: string, progress: Progress) => void) | undefined;
  /** Called as soon as a file has its name, also when its outcome is not read any more. */
  onSaved?: ((file: FileToDownload) => Promise<void>) | undefined;
}>;

type Receiving = Readonly<{ files: ReturnType<typeof fileCalls>; unwrap: KeyUnwrapper; network: Network }>;

const PARALLEL = 8;

/** Downloads many files and yields each outcome. Throws errors common to all. */
export function downloadFiles(
  { files, unwrap, network }: Receiving,
  items: Iterable<FileToDownload> | AsyncIterable<FileToDownload>,
  { signal, parallel = PARALLEL, overwrite = false, onProgress, onSaved }: DownloadManyOptions,
): AsyncGenerator<DownloadedFile, void> {
  const receiveOne = async (
    { item, download }: Addressed<FileToDownload>,
    ending: AbortSignal,
  ): Promise<DownloadedFile> => {
    const { id, path, size } = item;
    const report = (progress: Progress) => onProgress?.(id, progress);
    const part = await partFile(path, overwrite);
    try {
      const receiving = receiveInto(part, network, { signal: ending, size, onProgress: report });
      const received = await downloadWith({ unwrap, download, ...receiving, fileId: id, signal: ending });
      await onSaved?.(item);
      return { id, path, size: received };
    } finally {
      await part.discard();
    }
  };
  // A file that will be refused is not recorded as a download.
  const isWanted = async ({ path }: FileToDownload) => overwrite || !(await isThere(path));
  const addressed = (ending: AbortSignal) => addresses(files, items, { first: parallel, isWanted, signal: ending });
  return inParallel(addressed, { width: parallel }, signal, async (one, ending) => {
    try {
      return await receiveOne(one, ending);
    } catch (error) {
      ending.throwIfAborted();
      if (!(error instanceof StrongroomError)) throw error;
      return { id: one.item.id, path: one.item.path, error };
    }
  });
}
