import type { fileCalls } from '../calls/files.ts';
import type { TransferOptions } from '../content/in-memory.ts';
import type { Progress } from '../content/objects.ts';
import type { Confirm, Send } from '../content/upload.ts';
import { StrongroomError } from '../error.ts';
import type { File as RoomFile, Upload } from '../generated/operations.ts';
import { type Announced, announcements, type FileToUpload } from './announcements.ts';
import { confirmations } from './confirmations.ts';
import { MAX_GROUP } from './in-groups.ts';
import { inParallel, type Leave } from './in-parallel.ts';
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
  /** Uploads one that was announced. */
  upload: (steps: Steps, options: TransferOptions) => Promise<RoomFile>;
  /** Encrypts and sends a source. */
  sendFrom: (source: Source, options: TransferOptions) => Send;
}>;

type Steps = Readonly<{ announce: () => Promise<Upload>; send: Send; confirm: Confirm }>;

const PARALLEL = 8;
/** Maximum number of files that are sent and not yet confirmed: one request in flight, and one that fills up. */
const MAX_UNCONFIRMED = 2 * MAX_GROUP;

/** Uploads many files and yields each outcome. Throws errors common to all. */
export function uploadFiles(
  { files, roomId, upload, sendFrom }: Sending,
  items: Iterable<FileToUpload> | AsyncIterable<FileToUpload>,
  { signal, parallel = PARALLEL, onProgress }: ManyOptions,
): AsyncGenerator<UploadedFile, void> {
  const { confirm, flush } = confirmations(files, roomId);
  const resend = oneAtATime();

  function uploadOne({ path, size, announce }: Announced, ending: AbortSignal, leave: Leave): Promise<RoomFile> {
    const options = { signal: ending, onProgress: (progress: Progress) => onProgress?.(path, progress) };
    const sendOnce: Send = async (url, dek) => {
      const source = await unchanged(path, size);
      try {
        return await sendFrom(source, options)(url, dek);
      } finally {
        await source.close();
      }
    };
    let hasLeft = false;
    const steps: Steps = {
      announce,
      // A file that was refused at its confirmation has no place among the others any more.
      send: (url, dek) => (hasLeft ? resend(() => sendOnce(url, dek)) : sendOnce(url, dek)),
      confirm: (id, sealed) => {
        const confirmed = confirm(id, sealed, ending);
        hasLeft = true;
        leave();
        return confirmed;
      },
    };
    return upload(steps, options);
  }

  const limits = { width: parallel, most: parallel + MAX_UNCONFIRMED, onIdle: flush };
  return inParallel(announcements(files, roomId, items, signal), limits, signal, async (one, ending, leave) => {
    const { path } = one;
    if ('problem' in one) return { path, error: one.problem };
    try {
      return { path, file: await uploadOne(one, ending, leave) };
    } catch (error) {
      ending.throwIfAborted();
      if (!(error instanceof StrongroomError)) throw error;
      return { path, error };
    }
  });
}

function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** The file as it was announced. Throws SOURCE_CHANGED, SOURCE_UNREADABLE, FILE_TOO_LARGE. */
async function unchanged(path: string, size: number): Promise<Source> {
  const source = await fileSource(path);
  if (source.size === size) return source;
  await source.close();
  throw new StrongroomError('SOURCE_CHANGED');
}
