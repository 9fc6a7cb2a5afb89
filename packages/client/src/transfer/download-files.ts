import { StrongroomError } from '../base/error.ts';
import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { FileCalls } from '../calls/files.ts';
import { downloadWith, type ReceiveMethod } from '../content/download.ts';
import type { DownloadOptions } from '../content/in-memory.ts';
import type { Progress } from '../content/objects.ts';
import type { Clock } from '../http/clock.ts';
import { type AddressedFile, downloadAddresses } from './addresses.ts';
import { inParallel } from './in-parallel.ts';

/**
 * A file of a room, in its current version or in the one that is named. Content of another size than in the room's list is refused
 * with SIZE_DIFFERS.
 */
export type WantedFile = Readonly<{ id: string; version?: number | undefined; size?: number | undefined }>;

/** The destination of one file. */
export type Destination<T, K> = Readonly<{
  receiving: (options: DownloadOptions) => ReceiveMethod<T, K>;
  /** Removes what was received, unless all of it was verified. */
  discard: () => Promise<void>;
}>;

export type DownloadSource<F, T, K> = Readonly<{
  files: FileCalls;
  unwrap: KeyUnwrapper;
  clock: Clock;
  /** Throws before anything is downloaded. */
  open: (file: F) => Promise<Destination<T, K>>;
  /** Whether the file will be received: of another one no download is recorded. */
  isWanted: (file: F) => Promise<boolean>;
}>;

export type DownloadsOptions<F, T> = Readonly<{
  signal?: AbortSignal | undefined;
  /** Number of files received at a time. 8. */
  parallel?: number | undefined;
  onProgress?: ((file: F, progress: Progress) => void) | undefined;
  /** Called as soon as a file is received, also when its outcome is not read any more. */
  onReceived?: ((file: F, received: T) => Promise<void>) | undefined;
}>;

/** The outcome for one of many files: what was received, or the error. */
export type DownloadOutcome<F, T> = Readonly<
  { file: F; received: T; error?: undefined } | { file: F; received?: undefined; error: StrongroomError }
>;

const PARALLEL = 8;
/** Maximum number of files that wait for others: those of two requests. */
const MAX_WAITING = 100;

/** Downloads many files and yields each outcome. Throws errors common to all. */
export function downloadFiles<F extends WantedFile, T, K>(
  { files, unwrap, clock, open, isWanted }: DownloadSource<F, T, K>,
  items: Iterable<F> | AsyncIterable<F>,
  { signal, parallel = PARALLEL, onProgress, onReceived }: DownloadsOptions<F, T>,
): AsyncGenerator<DownloadOutcome<F, T>, void> {
  const receiveOne = async (
    { item, download }: AddressedFile<F>,
    ending: AbortSignal,
    onWaiting: () => void,
  ): Promise<T> => {
    const { id, size } = item;
    const destination = await open(item);
    try {
      const report = (progress: Progress) => onProgress?.(item, progress);
      const receiving = destination.receiving({ signal: ending, size, onProgress: report, onWaiting });
      const received = await downloadWith({ unwrap, download, ...receiving, fileId: id, signal: ending });
      await onReceived?.(item, received);
      return received;
    } finally {
      await destination.discard();
    }
  };
  const addressed = (ending: AbortSignal) =>
    downloadAddresses(files, items, { first: parallel, isWanted, signal: ending, clock });
  return inParallel(
    addressed,
    { width: parallel, most: parallel + MAX_WAITING, clock },
    signal,
    async (one, ending, leave): Promise<DownloadOutcome<F, T>> => {
      const file = one.item;
      try {
        return { file, received: await receiveOne(one, ending, leave) };
      } catch (error) {
        ending.throwIfAborted();
        if (!(error instanceof StrongroomError)) throw error;
        return { file, error };
      }
    },
  );
}
