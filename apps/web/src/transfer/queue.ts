import { StrongroomError } from '@strongroom/client';
import { useSyncExternalStore } from 'react';
import { explain, isSignedOut } from '../base/explain.ts';
import { meQuery, queries } from '../base/queries.ts';
import type { Kept } from './handles.ts';
import type { FromWorker, UploadOrder } from './messages.ts';
import { cancelUploads, endTransfers, newTransfer, pauseUploads, upload } from './transfers.ts';
import { finished, forgetUnfinished, forgetUnfinishedOfOthers, remember, type Unfinished } from './unfinished.ts';
import { forgetUploadRequests } from './upload-database.ts';

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed' | 'there';
export type QueuedFile = Readonly<{
  id: number;
  roomId: string;
  file: File;
  name: string;
  folder: string;
  classification: string | undefined;
  state: UploadState;
  sent: number;
  error: string | undefined;
  /** Failed because the session was over: goes on when the same person signs in again. */
  needsSession?: boolean;
  /** The handle by which the browser can read the file again after a reload. */
  kept: Kept | undefined;
}>;

type Queue = Readonly<{ files: readonly QueuedFile[]; isPaused: boolean }>;

let queue: Queue = { files: [], isPaused: false };
const listeners = new Set<() => void>();
const arrivals = new Set<(roomId: string) => void>();
let scheduled = false;

/** Many messages of the worker become one drawing. */
function set(next: Queue): void {
  queue = next;
  if (scheduled) return;
  scheduled = true;
  setTimeout(() => {
    scheduled = false;
    for (const listener of listeners) listener();
  }, 50);
}

function change(id: number, changes: Partial<QueuedFile>): void {
  const index = queue.files.findIndex((known) => known.id === id);
  const known = queue.files[index];
  if (known !== undefined) set({ ...queue, files: queue.files.with(index, { ...known, ...changes }) });
}

/** The person who is signed in with this page. */
let person: string | undefined;

const placeOf = ({ roomId, folder, name, file, kept }: QueuedFile): Unfinished => ({
  userId: person,
  roomId,
  folder,
  name,
  size: file.size,
  kept,
});

const listenerOf = (id: number) => (message: FromWorker) => {
  if (message.type === 'progress') change(id, { state: 'sending', sent: message.transferred });
  else if (message.type === 'uploaded') {
    change(id, { state: 'done' });
    const arrived = queue.files.filter((known) => known.id === id);
    void finished(arrived.map(placeOf));
    for (const { roomId } of arrived) for (const listener of arrivals) listener(roomId);
  } else if (message.type === 'failed') {
    const error = new StrongroomError(message.error.code, { ...message.error });
    const needsSession = isSignedOut(error);
    change(id, { state: 'failed', error: explain(error).text, needsSession });
    // Leads to the sign-in page.
    if (needsSession) void queries.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
  }
};

/** Without what the worker cannot use. */
const orderOf = ({ id, roomId, file, name, folder, classification }: QueuedFile): UploadOrder => ({
  id,
  userId: person,
  roomId,
  file,
  name,
  folder,
  classification,
});

const isOpen = ({ state }: QueuedFile): boolean => state === 'waiting' || state === 'sending';

/** Announced to the worker and remembered together: a clone of thousands at once is a long task of the page. */
const TOGETHER = 200;

/** Remembers files before the worker may finish them, then hands them over. What was cancelled meanwhile is left out. */
async function send(files: readonly QueuedFile[]): Promise<void> {
  for (let from = 0; from < files.length; from += TOGETHER) {
    const open = new Set(queue.files.filter(isOpen).map(({ id }) => id));
    const some = files.slice(from, from + TOGETHER).filter(({ id }) => open.has(id));
    await remember(some.map(placeOf));
    const still = new Set(queue.files.filter(isOpen).map(({ id }) => id));
    const left = some.filter(({ id }) => still.has(id));
    void finished(some.filter(({ id }) => !still.has(id)).map(placeOf));
    if (left.length > 0) upload(left.map(orderOf), listenerOf);
  }
}

type New = Readonly<{ file: File; name: string; folder: string; isThere: boolean; kept?: Kept | undefined }>;

/** Adds files. Those that are in the room already are listed, and not sent again. */
export function enqueue(roomId: string, files: readonly New[], classification: string | undefined): void {
  const added = files.map(
    ({ file, name, folder, isThere, kept }): QueuedFile => ({
      id: newTransfer(),
      roomId,
      file,
      name,
      folder,
      classification,
      state: isThere ? 'there' : 'waiting',
      sent: 0,
      error: undefined,
      kept,
    }),
  );
  set({ ...queue, files: [...queue.files, ...added] });
  const sent = added.filter(({ state }) => state === 'waiting');
  void finished(added.filter(({ state }) => state === 'there').map(placeOf));
  void send(sent);
}

function sendAgain(isMeant: (file: QueuedFile) => boolean): void {
  const again = queue.files.filter(isMeant).map(
    (known): QueuedFile => ({
      ...known,
      id: newTransfer(),
      state: 'waiting',
      sent: 0,
      error: undefined,
      needsSession: false,
    }),
  );
  if (again.length === 0) return;
  set({ ...queue, files: [...queue.files.filter((file) => !isMeant(file)), ...again] });
  upload(again.map(orderOf), listenerOf);
}

export const retryFailed = (): void => sendAgain(({ state }) => state === 'failed');

/** Stops what is not finished, and forgets the list. */
export function closeQueue(): void {
  cancelUploads(queue.files.filter(isOpen).map(({ id }) => id));
  void finished(queue.files.map(placeOf));
  pauseUploads(false);
  set({ files: [], isPaused: false });
}

export function setPaused(isPaused: boolean): void {
  pauseUploads(isPaused);
  set({ ...queue, isPaused });
}

export const uploadsOnTheirWay = (): number => queue.files.filter(isOpen).length;

/**
 * Called when a person is signed in. Their uploads that failed because the session was over go on; those of one person are
 * nothing to the next who signs in with this browser.
 */
export function keepQueueFor(id: string): void {
  if (person !== undefined && person !== id) dropQueue();
  person = id;
  sendAgain(({ needsSession }) => needsSession === true);
  void forgetUnfinishedOfOthers(id);
  void forgetUploadRequests(id);
}

/** At sign-out: nothing of the session goes on. */
export function dropQueue(): void {
  endTransfers();
  void forgetUnfinished();
  void forgetUploadRequests();
  set({ files: [], isPaused: false });
}

/** Calls back after each file that has arrived in a room. */
export function onUploaded(listener: (roomId: string) => void): () => void {
  arrivals.add(listener);
  return () => arrivals.delete(listener);
}

export const useQueue = (): Queue =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => queue,
  );

addEventListener('beforeunload', (event) => {
  if (uploadsOnTheirWay() > 0) event.preventDefault();
});
