import type { StrongroomError } from '../base/error.ts';
import type { Bytes } from '../content/bytes.ts';
import type { Progress } from '../content/objects.ts';
import type { ClientNetwork } from '../content/settings.ts';
import { type DownloadSource, downloadFiles, type WantedFile } from '../transfer/download-files.ts';
import type { SharedGets } from '../transfer/shared-gets.ts';
import { destinationAt, kindAt } from './destination.ts';
import type { ReceivedFile, WholeFile } from './transfers.ts';

/** A file of a room and its destination on this machine. */
export type FileToDownload = WantedFile &
  Readonly<{
    path: string;
    /** `modified_at` of the file in the room, which the local file gets. */
    modifiedAt?: string | undefined;
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
  /**
   * Called when a file is whole and verified, and gets its name once this resolves: what it notes is there, also if the
   * process is killed right after. Not for a device or a pipe.
   */
  onWhole?: ((file: FileToDownload, whole: WholeFile) => Promise<void>) | undefined;
  /**
   * Called as soon as a file has its name, also when its outcome is not read any more, with its content's SHA-256 in
   * hexadecimal digits; undefined for a device or a pipe.
   */
  onSaved?: ((file: FileToDownload, sha256: string | undefined) => Promise<void>) | undefined;
  /** Whether the content of a file is hashed for `onWhole` and `onSaved`. By default each is. */
  isHashed?: ((file: FileToDownload) => boolean) | undefined;
}>;

/** Kinds of places that a download may go to without replacing anything. */
const TAKING: ReadonlySet<string> = new Set(['nothing', 'stream']);

type Source = Omit<DownloadSource<FileToDownload, ReceivedFile, Bytes>, 'open' | 'isWanted'>;

/** Downloads many files to this machine and yields each outcome. Throws errors common to all. */
export async function* downloadLocalFiles(
  source: Source & Readonly<{ network: ClientNetwork; shared: SharedGets }>,
  items: Iterable<FileToDownload> | AsyncIterable<FileToDownload>,
  { overwrite = false, onProgress, onWhole, onSaved, isHashed = () => true, ...options }: DownloadManyOptions,
): AsyncGenerator<DownloadedFile, void> {
  const into: DownloadSource<FileToDownload, ReceivedFile, Bytes> = {
    ...source,
    isWanted: async ({ path }) => overwrite || TAKING.has(await kindAt(path)),
    open: async (file) => {
      const { receiving, discard } = await destinationAt(file.path, { overwrite, modifiedAt: file.modifiedAt });
      const own = {
        isHashed: (onWhole !== undefined || onSaved !== undefined) && isHashed(file),
        shared: source.shared,
        onWhole: onWhole && ((whole: WholeFile) => onWhole(file, whole)),
      };
      return { receiving: (how) => receiving(source.network, { ...how, ...own }), discard };
    },
  };
  const results = downloadFiles(into, items, {
    ...options,
    onProgress: ({ id }, progress) => onProgress?.(id, progress),
    onReceived: onSaved && ((file, { sha256 }) => onSaved(file, sha256)),
  });
  for await (const { file, received, error } of results) {
    const { id, path } = file;
    yield error === undefined ? { id, path, size: received.size } : { id, path, error };
  }
}
