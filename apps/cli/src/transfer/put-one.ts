import { setTimeout as pause } from 'node:timers/promises';
import { StrongroomError } from '@strongroom/client';
import { serviceAt } from '../account/is-same-service.ts';
import type { Session } from '../account/session.ts';
import type { LoggedUploads, Upload } from './logged-uploads.ts';
import type { Meter } from './meter.ts';
import { orderly } from './orderly.ts';
import type { WaitNotice } from './wait-notice.ts';
import type { Planned } from './walk.ts';

export type Put = Readonly<{ id: string; status: 'uploaded' | 'unchanged' }>;

export type Putting = Readonly<{
  session: Session;
  roomId: string;
  uploads: LoggedUploads;
  meter: Meter;
  onWait: WaitNotice;
  again: boolean;
  contentType: (name: string) => string;
  classification: string | undefined;
  /** The ids of the files in the folders of the upload, as they were at its begin. */
  present: ReadonlySet<string>;
}>;

/** Milliseconds between two checks of another process's claim. */
const POLL_MS = 250;
const CLEANUP_MS = 5_000;

/** The upload of a file, as the log identifies it. */
export const uploadOf = (
  {
    session,
    roomId,
    contentType,
    classification,
  }: Pick<Putting, 'session' | 'roomId' | 'contentType' | 'classification'>,
  file: Planned,
): Upload => ({
  service: serviceAt(session.url),
  room: roomId,
  path: file.path,
  target: JSON.stringify([file.folder, file.name]),
  content: `${file.size} ${file.changed}`,
  terms: JSON.stringify([contentType(file.name), classification ?? '']),
});

/** Uploads a file, unless an earlier or a concurrent run did. */
export async function putOne(putting: Putting, file: Planned): Promise<Put> {
  const { session, uploads } = putting;
  const upload = uploadOf(putting, file);
  const began = performance.now();
  for (let again = putting.again; ; ) {
    session.signal.throwIfAborted();
    const claim = uploads.claim(upload, again);
    if (claim.state === 'mine') {
      if (claim.abandoned !== undefined) await removeUnconfirmed(session, claim.abandoned);
      // An earlier run may have ended between the confirmation and its record, or the announced file may be gone.
      const status = claim.file === undefined ? undefined : await statusOf(session, claim.file);
      if (claim.file !== undefined && status === 'available') return done(uploads, upload, claim.file);
      if (status !== 'gone') return finish(putting, file, upload, claim);
      again = true;
    } else if (claim.state === 'elsewhere') {
      putting.onWait(claim.process, began);
      await aWhile(session.signal);
    } else if (await isPresent(putting, claim.file)) return { id: claim.file, status: 'unchanged' };
    else again = true; // another user has deleted it in the room
  }
}

async function finish(
  putting: Putting,
  file: Planned,
  upload: Upload,
  claim: Readonly<{ request: string; file: string | undefined }>,
): Promise<Put> {
  const { session, uploads } = putting;
  let announced = claim.file;
  try {
    const sent = await send(putting, file, claim.request, (id) => {
      announced = id;
      uploads.announced(upload, id);
    });
    return done(uploads, upload, sent);
  } catch (error) {
    if (isPassing(error) && !session.signal.aborted) uploads.release(upload);
    else if (announced === undefined ? !session.signal.aborted : await removeUnconfirmed(session, announced))
      uploads.forget(upload);
    else uploads.release(upload);
    throw error;
  }
}

/** Rejects with the reason of the signal, not with a timer error. */
const aWhile = (signal: AbortSignal): Promise<void> =>
  pause(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());

const descriptionOf = ({ contentType, classification }: Putting, { name, folder }: Planned) => ({
  name,
  folder,
  content_type: contentType(name),
  classification,
});

async function send(
  putting: Putting,
  file: Planned,
  idempotencyKey: string,
  onAnnounced: (id: string) => void,
): Promise<string> {
  const { session, roomId, meter } = putting;
  const steps = orderly(session.signal);
  const onProgress = meter.of(file.path);
  try {
    const { id } = await session.client.uploadFile(roomId, file.path, descriptionOf(putting, file), {
      signal: steps.signal,
      idempotencyKey,
      onAnnounced: (announced) => {
        onAnnounced(announced);
        steps.announced();
      },
      onProgress: (progress) => {
        steps.moved(progress);
        onProgress(progress);
      },
    });
    return id;
  } finally {
    steps.end();
  }
}

function done(uploads: LoggedUploads, upload: Upload, id: string): Put {
  uploads.confirmed(upload, id);
  return { id, status: 'uploaded' };
}

/** The list may be older than another run's upload. */
const isPresent = async ({ session, present }: Putting, id: string): Promise<boolean> =>
  present.has(id) || (await statusOf(session, id)) === 'available';

async function statusOf({ client, signal }: Session, id: string): Promise<'pending' | 'available' | 'gone'> {
  try {
    return (await client.files.get(id, { signal })).status;
  } catch (error) {
    if (error instanceof StrongroomError && error.status === 404) return 'gone';
    throw error;
  }
}

/** Deletes an announced file that will not be finished. Returns whether nothing of it is left. */
async function removeUnconfirmed({ client, url }: Session, id: string): Promise<boolean> {
  const signal = AbortSignal.timeout(CLEANUP_MS);
  try {
    const status = await statusOf({ client, url, signal }, id);
    if (status === 'pending') await client.files.delete(id, { signal });
    return status !== 'available';
  } catch {
    return false;
  }
}

/** Worth another attempt with the same request, because the file is not the cause. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof StrongroomError)) return false;
  const { code, status } = error;
  return code === 'CONNECTION_LOST' || code === 'TIMED_OUT' || status === 429 || status >= 500;
}
