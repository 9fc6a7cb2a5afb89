import type { fileCalls } from '../calls/files.ts';
import type { Bytes } from '../content/bytes.ts';
import type { TransferOptions } from '../content/in-memory.ts';
import { type Progress, tooLarge } from '../content/objects.ts';
import type { Confirm, Send, Sending as SendingContent } from '../content/upload.ts';
import { StrongroomError } from '../error.ts';
import { MAX_FILE_BYTES, type File as RoomFile, type Upload } from '../generated/operations.ts';
import { type Announced, announcements } from './announcements.ts';
import { confirmations } from './confirmations.ts';
import { withGrace } from './grace.ts';
import { MAX_GROUP } from './in-groups.ts';
import { inParallel, type Leave } from './in-parallel.ts';
import { fileSource, type Source } from './source.ts';
import type { FileOfGroup, Unsendable, UploadGroup } from './upload-group.ts';

/** The outcome for one file of a group: the file in its room, or the error. */
export type UploadOfGroup<F> = Readonly<
  { file: F; uploaded: RoomFile; error?: undefined } | { file: F; uploaded?: undefined; error: StrongroomError }
>;

export type GroupOptions<F> = Readonly<{
  signal?: AbortSignal | undefined;
  /** Number of files sent at a time. 8. */
  parallel?: number | undefined;
  onProgress?: ((file: F, progress: Progress) => void) | undefined;
  /** Called with the id of each file as soon as the service has named it. */
  onAnnounced?: ((file: F, id: string) => void) | undefined;
  /** Called when a file is about to be sent. */
  onStarted?: ((file: F, id: string) => void) | undefined;
  /** Called before a file is confirmed: from then on it may be in the room. */
  onSent?: ((file: F, id: string) => void) | undefined;
  /** Called as soon as a file is in the room, also when its outcome is not read any more. */
  onConfirmed?: ((file: F, id: string) => void) | undefined;
}>;

export type Sending = Readonly<{
  files: ReturnType<typeof fileCalls>;
  roomId: string;
  /** Uploads one that was announced. */
  upload: (steps: Steps, options: TransferOptions & Readonly<{ isResumable: boolean }>) => Promise<RoomFile>;
  /** Encrypts and sends a source. */
  sendFrom: (source: Source, options: TransferOptions) => SendingContent<Bytes>;
  /** Whether a later call may finish what this one leaves. Otherwise a failed upload removes its file. */
  isResumable: boolean;
}>;

type Steps = Readonly<{ announce: () => Promise<Upload>; send: Send<Bytes>; confirm: Confirm }>;
type Groups<F extends FileOfGroup> = (signal: AbortSignal) => AsyncIterable<UploadGroup<F> | Unsendable<F>>;

const PARALLEL = 8;
/** Maximum number of files that are sent and not yet confirmed: one request in flight, and one that fills up. */
const MAX_UNCONFIRMED = 2 * MAX_GROUP;

/** Uploads groups of files and yields the outcome of each file. Throws errors common to all. */
export function uploadGroups<F extends FileOfGroup>(
  { files, roomId, upload, sendFrom, isResumable }: Sending,
  groups: Groups<F>,
  options: GroupOptions<F>,
): AsyncGenerator<UploadOfGroup<F>, void> {
  const { signal, parallel = PARALLEL, onProgress, onStarted, onSent, onConfirmed } = options;
  const { confirm, flush } = confirmations(files, roomId);
  const resend = oneAtATime();
  let calls: AbortSignal | undefined;
  const callsUntil = (ending: AbortSignal): AbortSignal => {
    calls ??= withGrace(ending);
    return calls;
  };

  async function uploadOne({ file, size, announce }: Announced<F>, ending: AbortSignal, leave: Leave) {
    const how = { signal: ending, onProgress: (progress: Progress) => onProgress?.(file, progress), isResumable };
    const sendOnce: Send<Bytes> = async (url, dek) => {
      const source = await unchanged(file.path, size);
      try {
        return await sendFrom(source, how).send(url, dek);
      } finally {
        await source.close();
      }
    };
    let hasLeft = false;
    const steps: Steps = {
      announce: async () => {
        const announced = await announce();
        onStarted?.(file, announced.file_id);
        return announced;
      },
      // A file that was refused at its confirmation has no place among the others any more.
      send: (url, dek) => (hasLeft ? resend(() => sendOnce(url, dek)) : sendOnce(url, dek)),
      confirm: async (id, sealed) => {
        onSent?.(file, id);
        // After an abort, too, a file of a resumable upload is confirmed once it is sent.
        const confirmed = confirm(id, sealed, ending, isResumable ? callsUntil(ending) : ending);
        hasLeft = true;
        leave();
        const uploaded = await confirmed;
        onConfirmed?.(file, id);
        return uploaded;
      },
    };
    return upload(steps, how);
  }

  const items = (ending: AbortSignal) =>
    announcements(files, roomId, groups(ending), {
      signal: ending,
      calls: callsUntil(ending),
      onAnnounced: options.onAnnounced,
    });
  const limits = { width: parallel, most: parallel + MAX_UNCONFIRMED, onIdle: flush };
  return inParallel(items, limits, signal, async (one, ending, leave): Promise<UploadOfGroup<F>> => {
    const { file } = one;
    if ('problem' in one) return { file, error: one.problem };
    // The service refuses it too, in words about a field.
    if (one.size > MAX_FILE_BYTES) return { file, error: tooLarge() };
    try {
      return { file, uploaded: await uploadOne(one, ending, leave) };
    } catch (error) {
      ending.throwIfAborted();
      if (!(error instanceof StrongroomError)) throw error;
      return { file, error };
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
