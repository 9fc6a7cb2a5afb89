import { portableName } from '@strongroom/client';
import { downloadZip } from 'client-zip';
import { PageError } from '../base/explain.ts';
import { gathering } from './gathering.ts';

/**
 * Hands bytes to the browser as a download, under a name that every system holds: each browser would change another one in
 * its own way, without a word. Returns that name. Never shown as a document: the type is one that browsers only save.
 */
export function save(bytes: BlobPart, name: string): string {
  const held = portableName(name);
  offer(new Blob([bytes], { type: 'application/octet-stream' }), held);
  return held;
}

function offer(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), COPIED_MS);
}

export type ZipEntry = Readonly<{ name: string; input: ArrayBuffer; lastModified: Date }>;

type SavePicker = (options: object) => Promise<FileSystemFileHandle>;

const FOLDER = 'downloads';
/** Held by every tab that saves, until the browser has had the time to copy the file: no other tab removes it meanwhile. */
const SAVING = 'saving';
const COPIED_MS = 60_000;
/** A zip that a browser has to keep in memory. */
const MOST_IN_MEMORY = 500_000_000;

/**
 * Streams entries into a zip on disk: where the person chooses, else by way of the browser's private files. A browser
 * without either keeps the zip in memory. Throws PageError where it is too large for that.
 */
export async function saveZip(
  entries: (signal: AbortSignal) => AsyncIterable<ZipEntry>,
  called: string,
  signal: AbortSignal,
): Promise<void> {
  const name = portableName(called);
  const { showSaveFilePicker } = window as Readonly<{ showSaveFilePicker?: SavePicker }>;
  const zip = (): ReadableStream<Uint8Array> => {
    const { body } = downloadZip(entries(signal));
    if (body === null) throw new TypeError('a zip has a body');
    return body.pipeThrough(gathering());
  };
  if (showSaveFilePicker) {
    const handle = await showSaveFilePicker({ suggestedName: name });
    await zip().pipeTo(await handle.createWritable(), { signal });
    return;
  }
  const folder = await privateFolder({ create: true });
  offer(folder === undefined ? await inMemory(zip(), signal) : await writtenPrivately(folder, zip, signal), name);
}

/** A private file with the zip. Nothing stays of one that could not be written. */
async function writtenPrivately(
  folder: FileSystemDirectoryHandle,
  zip: () => ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<File> {
  const release = await hold();
  const name = crypto.randomUUID();
  try {
    const handle = await folder.getFileHandle(name, { create: true });
    await zip().pipeTo(await handle.createWritable(), { signal });
    setTimeout(release, COPIED_MS);
    return await handle.getFile();
  } catch (error) {
    release();
    await folder.removeEntry(name).catch(() => undefined);
    throw error;
  }
}

async function inMemory(zip: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Blob> {
  let size = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      size += piece.length;
      if (size > MOST_IN_MEMORY)
        throw new PageError(
          'This browser, or a private window of it, has no place for a zip above 500 MB. Choose fewer files, or use another browser or the command line.',
        );
      controller.enqueue(piece);
    },
  });
  return new Response(zip.pipeThrough(bounded, { signal })).blob();
}

/** The folder of private files. Undefined in a private window, and in a browser that cannot write into one. */
async function privateFolder(options: FileSystemGetDirectoryOptions): Promise<FileSystemDirectoryHandle | undefined> {
  if (!('storage' in navigator && 'createWritable' in FileSystemFileHandle.prototype)) return undefined;
  return navigator.storage
    .getDirectory()
    .then((root) => root.getDirectoryHandle(FOLDER, options))
    .catch(() => undefined);
}

/** Resolves with what ends the hold. */
const hold = (): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const held = (): Promise<void> => new Promise((release) => resolve(release));
    navigator.locks.request(SAVING, { mode: 'shared' }, held).catch(reject);
  });

/** Removes what earlier downloads left in the browser, unless a tab is saving. */
export const clearEarlierFiles = (): Promise<void> =>
  navigator.locks.request(SAVING, { ifAvailable: true }, (lock) => (lock === null ? undefined : clearPrivateFiles()));

/** Removes all that downloads left in the browser. */
export async function clearPrivateFiles(): Promise<void> {
  if (!('storage' in navigator)) return;
  const root = await navigator.storage.getDirectory().catch(() => undefined);
  await root?.removeEntry(FOLDER, { recursive: true }).catch(() => undefined);
}
