import { StrongroomError } from '../base/error.ts';
import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { FileCalls } from '../calls/files.ts';
import type { WithKey } from '../content/data-key.ts';
import type { UploadTransferOptions } from '../content/in-memory.ts';
import { type Progress, tooLarge } from '../content/objects.ts';
import { isForParts } from '../content/send-parts.ts';
import { type ConfirmUpload, type SendContent, uploadWith } from '../content/upload.ts';
import { MAX_FILE_BYTES, type File as RoomFile } from '../generated/operations.ts';
import type { Clock } from '../http/clock.ts';
import { type AnnouncedFile, announceFiles } from './announcements.ts';
import { confirmInGroups } from './confirmations.ts';
import type { Gate } from './gate.ts';
import { MAX_GROUP } from './in-groups.ts';
import { inParallel, type ReleaseShare } from './in-parallel.ts';
import { ExclusiveWork } from './turns.ts';
import type { FileOfGroup, UnsendableFile, UploadGroup } from './upload-group.ts';

/** Milliseconds to wait for an answer of the service after an abort. */
const GRACE_MS = 5_000;

/** A signal that is aborted a while after another one: calls in progress may still be answered, and their effect is known. */
function withGrace(signal: AbortSignal, { after }: Clock): Readonly<{ late: AbortSignal; end: () => void }> {
  const late = new AbortController();
  let cancel = (): void => undefined;
  const begin = (): void => {
    cancel = after(GRACE_MS, () => late.abort(signal.reason));
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  const end = (): void => {
    cancel();
    signal.removeEventListener('abort', begin);
  };
  return { late: late.signal, end };
}

/** The outcome for one file of a group: the file in its room, or the error, or nothing if it was cancelled. */
export type UploadOfGroup<F> = Readonly<
  | { file: F; uploaded: RoomFile; error?: undefined }
  | { file: F; uploaded?: undefined; error: StrongroomError }
  | { file: F; uploaded?: undefined; error?: undefined }
>;

type IdCallback<F> = ((file: F, id: string) => void | Promise<void>) | undefined;

export type GroupOptions<F> = Readonly<{
  signal?: AbortSignal | undefined;
  /** Number of files sent at a time. 8. */
  parallel?: number | undefined;
  /** While it is closed, no group is announced and no file begun. */
  gate?: Gate | undefined;
  /** Cancels one file. */
  signalOf?: ((file: F) => AbortSignal) | undefined;
  /** Whether the error of a request ends all; otherwise it is that of its files. All do by default. */
  isForAll?: ((error: unknown) => boolean) | undefined;
  onProgress?: ((file: F, progress: Progress) => void) | undefined;
  /** Called with the id of each file as soon as the service has named it. */
  onAnnounced?: IdCallback<F>;
  /** Called when a file is about to be sent. */
  onStarted?: IdCallback<F>;
  /** Called before a file is confirmed: from then on it may be in the room. */
  onSent?: IdCallback<F>;
  /** Called as soon as a file is in the room, also when its outcome is not read any more. */
  onConfirmed?: ((file: F, uploaded: RoomFile) => void | Promise<void>) | undefined;
}>;

/** The content of files: in which form it needs the key, and how a file of that size is encrypted and sent. */
export type UploadContent<F, K> = Readonly<{
  withKey: WithKey<K>;
  /** Sending throws SOURCE_CHANGED for a file of another size, SOURCE_UNREADABLE. */
  send: (file: F, size: number, options: UploadTransferOptions) => SendContent<K>;
}>;

export type UploadTarget<F, K> = Readonly<{
  files: FileCalls;
  roomId: string;
  unwrap: KeyUnwrapper;
  content: UploadContent<F, K>;
  clock: Clock;
}>;

type Groups<F extends FileOfGroup> = (signal: AbortSignal) => AsyncIterable<UploadGroup<F> | UnsendableFile<F>>;

const PARALLEL = 8;
/** Maximum number of files that are sent and not yet confirmed: one request in flight, and one that fills up. */
const MAX_UNCONFIRMED = 2 * MAX_GROUP;

/**
 * Uploads groups of files and yields the outcome of each file. Throws errors common to all. `isResumable`: a later call may
 * finish what this one leaves; otherwise a failed upload removes its file.
 */
export async function* uploadGroups<F extends FileOfGroup, K>(
  { files, roomId, unwrap, content, clock }: UploadTarget<F, K>,
  groups: Groups<F>,
  { isResumable, ...options }: GroupOptions<F> & Readonly<{ isResumable: boolean }>,
): AsyncGenerator<UploadOfGroup<F>, void> {
  const { signal, parallel = PARALLEL, gate, signalOf, onProgress, onStarted, onSent, onConfirmed } = options;
  const small = confirmInGroups(files, roomId, clock);
  /** The service joins the parts of each first, which no other file has to wait for. */
  const large = confirmInGroups(files, roomId, clock);
  /** Files that wait for others, to be sent with them. */
  const sharing = new Set<F>();
  const turns = new ExclusiveWork();
  let calls: ReturnType<typeof withGrace> | undefined;
  const callsUntil = (ending: AbortSignal): AbortSignal => {
    calls ??= withGrace(ending, clock);
    return calls.late;
  };

  async function uploadOne(
    { file, size, replaces, announce }: AnnouncedFile<F>,
    ending: AbortSignal,
    own: AbortSignal | undefined,
    leave: ReleaseShare,
  ) {
    const stop = own === undefined ? ending : AbortSignal.any([ending, own]);
    const report = (progress: Progress) => onProgress?.(file, progress);
    const onWaiting = () => {
      sharing.add(file);
      leave();
    };
    const send = content.send(file, size, { signal: stop, onProgress: report, onWaiting });
    const confirmSent: ConfirmUpload = async (id, sealed) => {
      own?.throwIfAborted();
      await onSent?.(file, id);
      // After an abort, too, a file of a resumable upload is confirmed once it is sent.
      const { confirm, flush } = isForParts(size) ? large : small;
      const confirmed = confirm(id, sealed, ending, isResumable ? callsUntil(ending) : ending, own);
      if (isForParts(size)) flush();
      sharing.delete(file);
      leave();
      const uploaded = await confirmed;
      await onConfirmed?.(file, uploaded);
      return uploaded;
    };
    const announceOne = async () => {
      const announced = await announce();
      await onStarted?.(file, announced.file_id);
      return announced;
    };
    const { withKey } = content;
    await turns.free();
    stop.throwIfAborted();
    return uploadWith({
      files,
      unwrap,
      announce: announceOne,
      replaces,
      withKey,
      send,
      again: (work) => turns.alone(work),
      confirm: confirmSent,
      signal: stop,
      isResumable,
    });
  }

  async function* items(ending: AbortSignal) {
    const held = <T>(some: AsyncIterable<T>): AsyncIterable<T> => gate?.held(some, ending) ?? some;
    const { isForAll = () => true, onAnnounced } = options;
    const how = { signal: ending, calls: callsUntil(ending), isForAll, onAnnounced, clock };
    yield* held(announceFiles(files, roomId, held(groups(ending)), how));
  }
  const limits = {
    width: parallel,
    most: parallel + MAX_UNCONFIRMED,
    onIdle: () => sharing.size === 0 && small.flush(),
    clock,
  };
  try {
    yield* inParallel(items, limits, signal, async (one, ending, leave): Promise<UploadOfGroup<F>> => {
      const { file } = one;
      if ('problem' in one) return { file, error: one.problem };
      // The service refuses it too, in words about a field.
      if (one.size > MAX_FILE_BYTES) return { file, error: tooLarge() };
      const own = signalOf?.(file);
      try {
        own?.throwIfAborted();
        return { file, uploaded: await uploadOne(one, ending, own, leave) };
      } catch (error) {
        ending.throwIfAborted();
        if (own?.aborted === true) return { file };
        if (!(error instanceof StrongroomError)) throw error;
        return { file, error };
      } finally {
        sharing.delete(file);
      }
    });
  } finally {
    calls?.end();
  }
}
